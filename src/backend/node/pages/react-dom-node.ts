import { registerHooks } from 'node:module';

/**
 * Makes Next render with React's Node build. Next's default is the edge build, which turns every tag and
 * attribute into a byte array and takes a seventh more processor time per page for the same HTML. See
 * docs/decisions/0015-react-for-node.md.
 */
export function preferNodeReact(): void {
  registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier === 'react-dom/server.edge' ? 'react-dom/server.node' : specifier, context),
  });
}
