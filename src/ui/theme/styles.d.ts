/**
 * CSS modules and plain style sheets, as Next understands them. Present without a build, unlike
 * next-env.d.ts.
 */
declare module '*.module.css' {
  const classes: { readonly [name: string]: string };
  export default classes;
}
declare module '*.css' {}
