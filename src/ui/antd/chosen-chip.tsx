import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { Chip } from '../content/chip.tsx';
import styles from './antd.module.css';

export interface ChosenChipProps {
  readonly label: ReactNode;
  readonly disabled?: boolean | undefined;
  readonly onRemove?: (() => void) | undefined;
}

/** A selected option as a chip with a remove button. */
export const ChosenChip = ({ label, disabled, onRemove }: ChosenChipProps) => (
  <Chip className={styles.chip}>
    <bdi className={styles.chipLabel}>{label}</bdi>
    <button
      type="button"
      className={styles.remove}
      aria-label={`Remove ${typeof label === 'string' ? label : ''}`}
      disabled={disabled ?? false}
      // Keeps the press from opening or closing the select's list.
      onMouseDown={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
      onClick={onRemove}
    >
      <X size={14} aria-hidden="true" />
    </button>
  </Chip>
);
