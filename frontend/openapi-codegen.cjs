/** Operations of the first screen. A second file has the others; only lazy pages import it. */
const firstScreen = [
  'getPublicSettings',
  'getProfile',
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
    './src/api/generatedInitial.ts': {
      exportName: 'generatedInitialApi',
      filterEndpoints: firstScreen,
    },
    './src/api/generated.ts': {
      exportName: 'generatedApi',
      filterEndpoints: (name) => !firstScreen.includes(name),
      // No component needs these lazily.
      hooks: { queries: true, lazyQueries: false, mutations: true },
    },
  },
  hooks: { queries: true, lazyQueries: true, mutations: true },
  tag: true,
  encodePathParams: true,
  endpointOverrides: [
    // A search is a read; POST only because its filters are an object.
    { pattern: 'searchListings', type: 'query' },
    // POST because a token must not be part of a URL.
    { pattern: 'checkActivation', type: 'query' },
    // A download happens once, on request, and is not cached.
    { pattern: ['getDocument', 'previewDocument', 'exportProfile', 'exportAuditEntries'], type: 'mutation' },
  ],
};
