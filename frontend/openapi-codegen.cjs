/** What the first screen asks for. All else is in a second file, which only the pages that are loaded later import. */
const firstScreen = [
  'getPublicSettings',
  'getProfile',
  'logout',
  'searchListings',
  'suggestPlaces',
  'getListing',
  'recordListingView',
];

/** @type {import('@rtk-query/codegen-openapi').ConfigFile} */
module.exports = {
  schemaFile: './openapi.json',
  apiFile: './src/api/baseApi.ts',
  apiImport: 'baseApi',
  outputFiles: {
    './src/api/generatedStart.ts': {
      exportName: 'generatedStartApi',
      filterEndpoints: firstScreen,
    },
    './src/api/generated.ts': {
      exportName: 'generatedApi',
      filterEndpoints: (name) => !firstScreen.includes(name),
      // Nobody asks for any of these at a moment of their own choosing.
      hooks: { queries: true, lazyQueries: false, mutations: true },
    },
  },
  hooks: { queries: true, lazyQueries: true, mutations: true },
  tag: true,
  encodePathParams: true,
  endpointOverrides: [
    // Search is a read that only travels as POST because its filters are an object.
    { pattern: 'searchListings', type: 'query' },
    // As POST because a token must not be part of an address.
    { pattern: 'checkActivation', type: 'query' },
    // A download is done once, when it is asked for, and nothing of it is kept.
    { pattern: ['readDocument', 'previewDocument', 'exportProfile', 'exportAudit'], type: 'mutation' },
  ],
};
