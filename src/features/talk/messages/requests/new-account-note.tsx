import { NewAccountLine } from '#components/people/accounts/new-account-line.tsx';
import styles from './requests.module.css';

/** Above the form for the first message of a conversation: how many more one can start. */
export const NewAccountNote = () => (
  <div className={styles.limit}>
    <NewAccountLine what="conversations" />
  </div>
);
