import { useImperativeHandle, useRef } from 'react';
import { cx } from '#ui/theme/class-names.ts';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { TextArea, type TextAreaProps } from '#ui/forms/text-input.tsx';
import { LazyClient } from '../lists/lazy-client.tsx';
import styles from './writing.module.css';

const SuggestionList = lazyPart(async () => (await import('./suggestion-list.tsx')).SuggestionList);

export interface WritingAreaProps extends TextAreaProps {
  readonly value: string;
  /** Suggestions open above the field, which is at the foot of the page. */
  readonly above?: boolean;
}

/** A text field that suggests tags and people to mention. The code for it loads with the first `#` or `@`. */
export function WritingArea({ above, className, ref, ...rest }: WritingAreaProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(ref, () => field.current as HTMLTextAreaElement, []);
  return (
    <div className={cx(styles.area, className)}>
      <TextArea ref={field} {...rest} />
      {/[#@]/.test(rest.value) ? (
        <LazyClient skeleton={null}>
          <SuggestionList field={field} above={above} />
        </LazyClient>
      ) : null}
    </div>
  );
}
