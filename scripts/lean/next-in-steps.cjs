// Next starts a page in one task: it evaluates every module and then hydrates, and meanwhile a slow phone responds
// to no touch. These edits of its client do the same in steps, between which the browser can render and handle
// input. See docs/decisions/0016-waking-in-steps.md.

/** By file of Next's client: pairs of the code to find and its replacement. */
const edits = {
  // React renders a transition in slices of a few milliseconds. Next uses one for every later page, and in the app
  // router for the first page too.
  'client/index.js': [
    [
      /reactRoot = ReactDOM\.hydrateRoot\(domEl, reactEl, \{[^{}]*\}\);/,
      (call) => `React.startTransition(()=>{ ${call} });`,
    ],
  ],
  'client/route-loader.js': [
    // Yields to the browser before the modules of the frame and of the page are evaluated.
    [
      /Promise\.resolve\(\)\.then\(\(\)=>execute\(\)\)/,
      () => '(globalThis.scheduler?.yield?.() ?? new Promise((go)=>setTimeout(go))).then(()=>execute())',
    ],
    // Loads the build manifest when the router first needs it: pages/_document.tsx leaves it out of the HTML. See
    // docs/decisions/0014-next-as-modules.md.
    [
      /const onBuildManifest = new Promise\(/,
      (found) =>
        `self.__BUILD_MANIFEST_SCRIPT ??= appendScript(\`/_next/static/\${self.__NEXT_DATA__.buildId}/_buildManifest.js\`)` +
        `.catch(()=>{ self.__BUILD_MANIFEST_SCRIPT = undefined; });\n    ${found}`,
    ],
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
  const [file, all] = found;
  if (!all.every(([there]) => there.test(source)))
    throw new Error(`Next's ${file} isn't what scripts/lean/next-in-steps.cjs knows how to edit.`);
  return all.reduce((edited, [there, instead]) => edited.replace(there, instead), source);
};
