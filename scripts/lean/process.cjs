// Replaces Next's polyfill of Node's `process` in browser bundles. The build inlines environment variables, and no
// module uses the rest of the polyfill.
module.exports = { env: {}, browser: true };
