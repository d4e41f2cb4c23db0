/** Types for the part of jsdom that our tests use; the package has none. */
declare module 'jsdom' {
  export class VirtualConsole {}
  export class JSDOM {
    constructor(
      html: string,
      options: { runScripts?: 'dangerously'; url?: string; virtualConsole?: VirtualConsole },
    );
    readonly window: Window & typeof globalThis;
  }
}
