import { MessageHits } from './message-hits.tsx';
import searchStyles from './message-search.module.css';
import { useSettled } from '#ui/hooks/use-settled.ts';

/** Messages found in all conversations, below the people found. */
export function ListHits({ q, ownId }: { q: string; ownId: string }) {
  const settled = useSettled(q);
  return (
    <>
      <h3 className={searchStyles.part}>Messages</h3>
      {settled ? <MessageHits search={{ q: settled }} ownId={ownId} /> : null}
    </>
  );
}
