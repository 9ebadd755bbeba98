/** @type {import('@rtk-query/codegen-openapi').ConfigFile} */
module.exports = {
  schemaFile: './openapi.json',
  apiFile: './src/api/baseApi.ts',
  apiImport: 'baseApi',
  outputFile: './src/api/generated.ts',
  exportName: 'generatedApi',
  hooks: { queries: true, lazyQueries: true, mutations: true },
  tag: true,
  encodePathParams: true,
  endpointOverrides: [
    // Search is a read that only travels as POST because its filters are an object.
    { pattern: 'searchListings', type: 'query' },
    // As POST because a token must not be part of an address.
    { pattern: 'checkActivation', type: 'query' },
    // A download is done once, when it is asked for, and nothing of it is kept.
    { pattern: ['readDocument', 'exportProfile'], type: 'mutation' },
  ],
};
