// Next starts a page in one task: it evaluates every module and then hydrates, and meanwhile a slow phone responds
// to no touch. These edits of its client do the same in steps, between which the browser can render and handle
// input. See docs/decisions/waking-in-steps.md.

/** By file of Next's client: the code to find and its replacement. */
const edits = {
  // React renders a transition in slices of a few milliseconds. Next uses one for every later page, and in the app
  // router for the first page too.
  'client/index.js': [
    /reactRoot = ReactDOM\.hydrateRoot\(domEl, reactEl, \{[^{}]*\}\);/,
    (call) => `React.startTransition(()=>{ ${call} });`,
  ],
  // Yields to the browser before the modules of the frame and of the page are evaluated.
  'client/route-loader.js': [
    /Promise\.resolve\(\)\.then\(\(\)=>execute\(\)\)/,
    () => '(globalThis.scheduler?.yield?.() ?? new Promise((go)=>setTimeout(go))).then(()=>execute())',
  ],
};

/**
 * A source file of Next, edited if it is one of those above.
 * @throws {Error} If Next has changed the code to be edited.
 */
exports.inSteps = function inSteps(path, source) {
  const found = Object.entries(edits).find(([file]) =>
    path.replaceAll('\\', '/').endsWith(`/next/dist/esm/${file}`),
  );
  if (!found) return source;
  const [file, [there, instead]] = found;
  if (!there.test(source))
    throw new Error(`Next's ${file} isn't what scripts/lean/next-in-steps.cjs knows how to edit.`);
  return source.replace(there, instead);
};
