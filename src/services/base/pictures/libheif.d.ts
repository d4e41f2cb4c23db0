/** The part of libheif's own JavaScript interface that we use; the package describes only the generated one. */
declare module 'libheif-js/libheif-wasm/libheif-bundle.mjs' {
  interface HeifPixels {
    readonly data: Uint8ClampedArray<ArrayBuffer>;
    readonly width: number;
    readonly height: number;
  }
  export interface HeifImage {
    get_width(): number;
    get_height(): number;
    is_primary(): boolean;
    /** Fills `pixels` with RGBA, turned as the file says. Passes null if the picture is damaged. */
    display(pixels: HeifPixels, done: (pixels: HeifPixels | null) => void): void;
  }
  export default function libheif(): {
    readonly HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] };
  };
}
