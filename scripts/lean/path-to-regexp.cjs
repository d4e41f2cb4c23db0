// In the browser, Next's router needs these functions only for rewrites, and we have none.
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
