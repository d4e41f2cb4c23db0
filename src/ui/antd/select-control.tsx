import AntSelect from 'antd/es/select';
import { useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import type { FieldWiring } from '../forms/field.tsx';
import type { SelectOption } from '../forms/text-input.tsx';
import { VisuallyHidden } from '../content/visually-hidden.tsx';
import { AntdProvider } from '../theme/antd-provider.tsx';
import { cx } from '../theme/class-names.ts';
import styles from './antd.module.css';
import { ChosenChip } from './chosen-chip.tsx';

interface Shared {
  readonly wiring: FieldWiring;
  readonly options: readonly SelectOption[];
  readonly placeholder?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly required?: boolean | undefined;
  /** Shown in the list if no option matches. */
  readonly nothing?: ReactNode;
}
export interface SelectControlProps extends Shared {
  /** Empty if nothing is selected. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Called with the typed text, if the options are loaded by search. */
  readonly onSearch?: ((text: string) => void) | undefined;
  /** Renders an option in the list; defaults to its label. */
  readonly renderOption?: ((value: string) => ReactNode) | undefined;
}
export interface MultiSelectControlProps extends Shared {
  readonly value: readonly string[];
  readonly onChange: (value: string[]) => void;
  /** The most options that can be selected. */
  readonly most?: number | undefined;
  /** Values that aren't in the list can be typed, separated by commas. */
  readonly isOpenEnded?: boolean | undefined;
}

/** Escape closes only the list and not the surrounding dialog. */
function useList() {
  const [open, setOpen] = useState(false);
  return {
    list: { open, onOpenChange: setOpen },
    keys: {
      onKeyDownCapture: (event: KeyboardEvent) => {
        if (event.key !== 'Escape' || !open) return;
        event.preventDefault();
        event.stopPropagation();
        setOpen(false);
      },
    },
  };
}

const look = {
  variant: 'borderless',
  classNames: { popup: { root: styles.list ?? '' } },
  suffixIcon: null,
} as const;
const byLabel = { optionFilterProp: 'label' } as const;

/** antd's searchable select in our field styles. Loaded by `SelectField`. */
export function SelectControl({
  wiring,
  options,
  value,
  onChange,
  placeholder,
  disabled,
  required,
  nothing,
  onSearch,
  renderOption,
}: SelectControlProps) {
  const { list, keys } = useList();
  const chosen = options.find((option) => option.value === value);
  const described = [wiring['aria-describedby'], chosen && `${wiring.id}-chosen`].filter(Boolean).join(' ');
  return (
    <AntdProvider>
      <span {...keys} className={styles.control}>
        <AntSelect<string>
          {...wiring}
          {...look}
          {...list}
          className={styles.picker ?? ''}
          aria-describedby={described || undefined}
          aria-required={required}
          showSearch={onSearch ? { filterOption: false, onSearch } : byLabel}
          placeholder={placeholder}
          disabled={disabled ?? false}
          notFoundContent={nothing ?? 'No results'}
          options={options.map((option) => ({ ...option }))}
          optionRender={renderOption && ((option) => renderOption(String(option.value)))}
          value={chosen ? value : null}
          onChange={(next) => onChange(next ?? '')}
        />
        {chosen ? (
          <VisuallyHidden>
            <span id={`${wiring.id}-chosen`}>{chosen.label}</span>
          </VisuallyHidden>
        ) : null}
      </span>
    </AntdProvider>
  );
}

/** antd's multiple select with the selected options as chips. Loaded by `MultiSelectField`. */
export function MultiSelectControl({
  wiring,
  options,
  value,
  onChange,
  placeholder,
  disabled,
  required,
  nothing,
  most,
  isOpenEnded,
}: MultiSelectControlProps) {
  const { list, keys } = useList();
  const isPlain = isOpenEnded && options.length === 0;
  return (
    <AntdProvider>
      <span {...keys} className={styles.control}>
        <AntSelect<string[]>
          {...wiring}
          {...look}
          {...list}
          className={cx(styles.picker, styles.several, isOpenEnded && styles.open) ?? ''}
          {...(isPlain && { open: false })}
          mode={isOpenEnded ? 'tags' : 'multiple'}
          tokenSeparators={isOpenEnded ? [','] : []}
          aria-required={required}
          showSearch={byLabel}
          maxCount={most}
          placeholder={placeholder}
          disabled={disabled ?? false}
          notFoundContent={nothing ?? 'No results'}
          options={options.map((option) => ({ ...option }))}
          value={[...value]}
          onChange={(next) => onChange(next)}
          tagRender={({ label, onClose }) => (
            <ChosenChip
              label={label}
              disabled={disabled}
              onRemove={() => {
                onClose();
                // The focused button has just been removed.
                document.getElementById(wiring.id)?.focus();
              }}
            />
          )}
        />
      </span>
    </AntdProvider>
  );
}
