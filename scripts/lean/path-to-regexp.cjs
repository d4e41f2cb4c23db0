// In the browser only rewrites ask Next's router for these, and there are none.
const missing = () => {
  throw new Error('Rewrites need Next’s own path-to-regexp: take the alias out of next.config.js.');
};
module.exports = {
  parse: missing,
  compile: missing,
  pathToRegexp: missing,
  regexpToFunction: missing,
  tokensToFunction: missing,
  tokensToRegexp: missing,
  match: missing,
};
