interface Pressed {
  readonly isComposing?: boolean;
  readonly keyCode: number;
  readonly nativeEvent?: { readonly isComposing?: boolean };
}

/** What browsers report as the key while an input method handles it. */
const inputMethod = 229;

/**
 * Whether an input method takes the key, as when Enter confirms a word in Japanese or Chinese. Safari ends the
 * composition before it reports that Enter, which only its code tells from one that sends.
 */
export const isComposing = (event: Pressed): boolean =>
  event.isComposing === true || event.nativeEvent?.isComposing === true || event.keyCode === inputMethod;
