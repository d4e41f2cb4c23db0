/**
 * CSS modules and plain style sheets, as Next supports them. Unlike next-env.d.ts, available without a build.
 */
declare module '*.module.css' {
  const classes: { readonly [name: string]: string };
  export default classes;
}
declare module '*.css' {}
