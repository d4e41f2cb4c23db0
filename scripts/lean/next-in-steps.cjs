// Next wakes a page in one go: it evaluates every module and then hydrates, and a slow phone answers no touch for as long as that takes.
// These edits of its client do the same in steps between which the browser can draw and take input. See docs/decisions/waking-in-steps.md.

/** By file of Next's client: what is there, and what stands in its place. */
const edits = {
  // React works in slices of a few milliseconds on what is begun as a transition. Next does so for every later page, and for the first one in its other router.
  'client/index.js': [
    /reactRoot = ReactDOM\.hydrateRoot\(domEl, reactEl, \{[^{}]*\}\);/,
    (call) => `React.startTransition(()=>{ ${call} });`,
  ],
  // The frame's modules and the page's are evaluated after the browser has had a turn.
  'client/route-loader.js': [
    /Promise\.resolve\(\)\.then\(\(\)=>execute\(\)\)/,
    () => '(globalThis.scheduler?.yield?.() ?? new Promise((go)=>setTimeout(go))).then(()=>execute())',
  ],
};

/** A source of Next's, edited if it is one of those; fails where Next has changed what is edited. */
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
