import { FormattedText } from '#ui/content/formatted-text.tsx';
import { LongText, RichText } from '#ui/content/rich-text.tsx';

const long = Array.from(
  { length: 12 },
  (_, at) => `Layer ${at + 1}: brush, dry, and wait for the next morning.`,
);

export const Plain = () => <RichText text={'Glazing with @lena, #ceramics\nSee https://example.com/kilns'} />;
export const Formatted = () => (
  <FormattedText text={'**Tonight**: the kiln opens.\n\n- cups\n- _bowls_\n- plates'} />
);
export const Long = () => <LongText text={long.join(' ')} lines={3} />;
export const Arabic = () => <LongText text={'مرحبا بكم في الاستوديو. '.repeat(20)} lines={3} />;
export const OneWord = () => <RichText text={'x'.repeat(120)} />;
