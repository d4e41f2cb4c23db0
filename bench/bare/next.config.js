/** Next with its default settings. */
export default { poweredByHeader: false, turbopack: { root: new URL('../..', import.meta.url).pathname } };
