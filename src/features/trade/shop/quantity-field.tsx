import Minus from 'lucide-react/icons/minus';
import Plus from 'lucide-react/icons/plus';
import { useId } from 'react';
import type { Product } from '#contract/trade/products.ts';
import { IconButton } from '#ui/content/button.tsx';
import styles from './product.module.css';

/** The highest quantity per order: the stock, or the server's limit. */
export const mostAtOnce = ({ type, stock }: Pick<Product, 'type' | 'stock'>): number =>
  type === 'digital' ? 1 : Math.min(100, stock ?? 100);

export interface QuantityProps {
  readonly value: number;
  readonly max: number;
  readonly onChange: (value: number) => void;
}

export function Quantity({ value, max, onChange }: QuantityProps) {
  const id = useId();
  const set = (next: number) => onChange(Math.max(1, Math.min(max, Math.trunc(next) || 1)));
  return (
    <div className={styles.quantity} role="group" aria-labelledby={id}>
      <label id={id} htmlFor={`${id}-field`}>
        Quantity
      </label>
      <IconButton variant="secondary" label="One fewer" disabled={value <= 1} onClick={() => set(value - 1)}>
        <Minus size={18} />
      </IconButton>
      <input
        id={`${id}-field`}
        className={styles.count}
        type="number"
        inputMode="numeric"
        min={1}
        max={max}
        value={value}
        onChange={(event) => set(event.target.valueAsNumber)}
      />
      <IconButton variant="secondary" label="One more" disabled={value >= max} onClick={() => set(value + 1)}>
        <Plus size={18} />
      </IconButton>
    </div>
  );
}
