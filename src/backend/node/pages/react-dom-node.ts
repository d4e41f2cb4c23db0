import { registerHooks } from 'node:module';

/**
 * Lets Next draw pages with React's build for Node. By itself it takes the one for edge runtimes, which makes
 * a byte array of every tag and every attribute: the same HTML for a seventh more of a page's processor time.
 * See docs/decisions/react-for-node.md.
 */
export function preferNodeReact(): void {
  registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier === 'react-dom/server.edge' ? 'react-dom/server.node' : specifier, context),
  });
}
