// What stands in the bundles for Next's imitation of Node's `process`. The build has written the environment into
// the modules already; queues, listeners and directories are asked for by nobody in a browser.
module.exports = { env: {}, browser: true };
