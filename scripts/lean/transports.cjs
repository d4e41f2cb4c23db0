// Removes WebTransport from engine.io's transports in browser bundles, since the live connection only uses websocket
// and polling. See docs/decisions/next-as-modules.md.
const third = [/import \{ WT \} from "\.\/webtransport\.js";\n/, /\s*webtransport: WT,/];

module.exports = function transports(source) {
  if (!third.every((part) => part.test(source)))
    throw new Error("engine.io's transports aren't what scripts/lean/transports.cjs knows how to edit.");
  return third.reduce((edited, part) => edited.replace(part, ''), source);
};
