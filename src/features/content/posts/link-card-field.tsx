import { useEffect, useEffectEvent } from 'react';
import { firstLink } from '#lib/markup/first-link.ts';
import { problemMessage } from '#lib/problem.ts';
import { PostLinkCard } from '#components/content/posts/post-link-card.tsx';
import { findLinkCard } from '#services/content/posts/posts.ts';
import { useRead } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { useSettled } from '#ui/hooks/use-settled.ts';
import type { PostValues } from './post-values.ts';
import styles from './studio.module.css';

interface LinkCardFieldProps {
  readonly values: PostValues;
  readonly set: (change: Partial<PostValues>) => void;
}

/** What is known of a link; an empty one isn't asked about. */
function useFound(url: string) {
  const found = useRead(findLinkCard, url ? { body: { url } } : null);
  return url ? found : { ...found, currentData: undefined, isFetching: false, error: undefined };
}

/** Looks up the first link of the text while it is being written, unless its card was removed. */
function useLinkCard({ values, set }: LinkCardFieldProps) {
  const { text, link, removedLink } = values;
  const url = firstLink(text);
  const settled = useSettled(url);
  const isWanted = settled !== '' && settled === url && settled !== removedLink && settled !== link?.url;
  const { currentData: card, isFetching, error, refetch } = useFound(isWanted ? settled : '');
  const take = useEffectEvent(() => {
    if (card) set({ link: { url: settled, ...card }, removedLink: '' });
  });
  useEffect(() => take(), [card]);
  // The card of a link that was taken out of the text goes with it.
  const isGone = link !== null && settled === url && link.url !== url;
  const forget = useEffectEvent(() => {
    if (isGone) set({ link: null });
  });
  useEffect(() => forget(), [isGone]);
  return {
    url,
    isLooking: isFetching,
    problem: error,
    again: () => void refetch(),
  };
}

/** The card of the text's first link. */
export function LinkCardField(props: LinkCardFieldProps) {
  const { link, removedLink } = props.values;
  const { url, isLooking, problem, again } = useLinkCard(props);
  if (link?.url === url)
    return (
      <Stack gap={8}>
        <PostLinkCard card={link.card} />
        <Row>
          <Button variant="quiet" onClick={() => props.set({ link: null, removedLink: url })}>
            Remove link card
          </Button>
        </Row>
      </Stack>
    );
  if (url === '') return null;
  if (removedLink === url)
    return (
      <Row>
        <Button variant="quiet" onClick={() => props.set({ removedLink: '' })}>
          Add link card
        </Button>
      </Row>
    );
  return (
    <Row>
      <p role="status" className={styles.looking}>
        {isLooking ? 'Looking up the link…' : problem ? problemMessage(problem) : null}
      </p>
      {problem && !isLooking ? (
        <Button variant="quiet" onClick={again}>
          Try again
        </Button>
      ) : null}
    </Row>
  );
}
