/** The framework alone, as it comes. */
export default { poweredByHeader: false, turbopack: { root: new URL('../..', import.meta.url).pathname } };
