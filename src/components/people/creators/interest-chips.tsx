import { useRef, useState } from 'react';
import { limits } from '#config/limits.ts';
import { problemMessage } from '#lib/problem.ts';
import { listCategories } from '#services/people/creators.ts';
import { getInterests, setInterests } from '#services/people/accounts.ts';
import { useRead, useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { ChipButton, ChipRow } from '#ui/content/chip.tsx';
import { SkeletonBlock, Skeleton } from '#ui/feedback/skeleton.tsx';
import { ErrorState } from '#ui/feedback/states.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { toast } from '#ui/overlays/toast.ts';
import styles from './interest-chips.module.css';

/** Fits on a phone without scrolling; the others are behind a button. */
const FEW = 18;

interface ChoiceProps {
  readonly names: readonly string[];
  readonly initial: readonly string[];
}

const toggled = (all: readonly string[], name: string): readonly string[] =>
  all.includes(name) ? all.filter((each) => each !== name) : [...all, name];

/**
 * Saves each choice as it is made, one after another. One that is refused is undone alone, and isn't sent again with
 * those after it.
 */
function useChoices(initial: readonly string[]) {
  const [save] = useWrite(setInterests);
  const [chosen, setChosen] = useState(initial);
  const latest = useRef(initial);
  const sent = useRef<Promise<void>>(Promise.resolve());
  const change = (name: string) => {
    latest.current = toggled(latest.current, name);
    setChosen(latest.current);
  };
  const send = async (name: string) => {
    const { error } = await save({ body: { interests: [...latest.current] } });
    if (!error) return;
    change(name);
    toast.error(problemMessage(error));
  };
  const toggle = (name: string) => {
    change(name);
    sent.current = sent.current.then(() => send(name));
  };
  return { chosen, toggle };
}

function Choice({ names, initial }: ChoiceProps) {
  const { chosen, toggle } = useChoices(initial);
  const [all, setAll] = useState(false);
  // Those chosen earlier that no creator has anymore are shown too, so that they can be removed.
  const shown = [...new Set([...initial, ...(all ? names : names.slice(0, FEW))])];
  const isFull = chosen.length >= limits.interests;
  return (
    <Stack gap={12}>
      <ChipRow label="Interests" className={styles.chips}>
        {shown.map((name) => (
          <ChipButton
            key={name}
            className={styles.chip}
            pressed={chosen.includes(name)}
            disabled={isFull && !chosen.includes(name)}
            onClick={() => toggle(name)}
          >
            {name}
          </ChipButton>
        ))}
      </ChipRow>
      {names.length > FEW ? (
        <div>
          <Button variant="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? 'Show fewer' : `Show all ${names.length}`}
          </Button>
        </div>
      ) : null}
    </Stack>
  );
}

/** The categories to choose from, with those the account has chosen. */
export function InterestChips() {
  const categories = useRead(listCategories);
  const interests = useRead(getInterests);
  const error = categories.error ?? interests.error;
  if (categories.data && interests.data)
    return <Choice names={categories.data.data.map(({ name }) => name)} initial={interests.data.interests} />;
  if (error && !categories.isFetching && !interests.isFetching)
    return (
      <ErrorState
        compact
        level={3}
        text={problemMessage(error)}
        onRetry={() => {
          void categories.refetch();
          void interests.refetch();
        }}
      />
    );
  return (
    <Skeleton label="Loading categories">
      <SkeletonBlock height={144} width="100%" />
    </Skeleton>
  );
}
