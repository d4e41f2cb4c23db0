import styles from './payment.module.css';

/** Between the wallets' buttons and the form for a card. */
export const WalletDivider = () => <p className={styles.divider}>or enter a card</p>;
