import X from 'lucide-react/icons/x';
import { useState } from 'react';
import type { CoCreatorTag } from '#contract/content/co-creators.ts';
import type { PerformerCard } from '#contract/core/schemas.ts';
import { searchPerformers } from '#services/people/creators.ts';
import { useList } from '#state/query/hooks.ts';
import { useAppSelector } from '#state/hooks.ts';
import { selectCurrentUser } from '#state/session/user.ts';
import { SelectField } from '#ui/antd/select-field.tsx';
import { Avatar } from '#ui/content/avatar.tsx';
import { Chip, type ChipTone } from '#ui/content/chip.tsx';
import { useSettled } from '#ui/hooks/use-settled.ts';
import { Row } from '#ui/layout/stack.tsx';
import { toInfinitePages } from '../../base/lists/infinite-list.ts';
import styles from './choice-chips.module.css';

/** One creator in the field. New ones receive a request when the item is saved. */
export interface CoCreatorChoice {
  readonly performer: PerformerCard;
  readonly state: CoCreatorTag['state'] | 'new';
}
/** The choices for the tags of an item's record. */
export const coCreatorChoices = (tagged: readonly CoCreatorTag[]): CoCreatorChoice[] =>
  tagged.map(({ performer, state }) => ({ performer, state }));
/** The ids to save. Creators who declined aren't asked again. */
export const coCreatorIds = (choices: readonly CoCreatorChoice[]): string[] =>
  choices.filter(({ state }) => state !== 'declined').map(({ performer }) => performer._id);

const words: Readonly<Record<CoCreatorChoice['state'], { text: string; tone: ChipTone }>> = {
  new: { text: 'Not sent yet', tone: 'neutral' },
  pending: { text: 'Request sent', tone: 'warning' },
  accepted: { text: 'Accepted', tone: 'success' },
  declined: { text: 'Declined', tone: 'danger' },
};
const most = 10;

const Someone = ({ person }: { person: PerformerCard | undefined }) =>
  person ? (
    <span className={styles.someone}>
      <Avatar src={person.avatar} size={32} />
      <span className={styles.names}>
        <bdi className={styles.name}>{person.name}</bdi>
        <span className={styles.handle}>@{person.username}</span>
      </span>
    </span>
  ) : null;

/** Search results that aren't tagged yet, and what to show if there are none. */
function useFound(q: string, taken: ReadonlySet<string>) {
  const settled = useSettled(q);
  const isSearching = settled.length >= 2;
  const { items, error, known } = toInfinitePages(
    useList(searchPerformers, isSearching ? { query: { q: settled, limit: 8 } } : null),
  );
  const nobody = known ? 'No creators found.' : 'Searching…';
  return {
    people: isSearching ? items.filter(({ _id }) => !taken.has(_id)).slice(0, 5) : [],
    said: error ?? (isSearching ? nobody : 'Type at least two letters.'),
  };
}

export interface CoCreatorsFieldProps {
  readonly value: readonly CoCreatorChoice[];
  readonly onChange: (value: CoCreatorChoice[]) => void;
  readonly error?: string | null;
  readonly disabled?: boolean;
}

/**
 * Tags other creators in a video, gallery or photo. They receive a request when the item is saved, and it
 * isn't published before all of them have accepted. `<CoCreatorsField value={choices} onChange={setChoices}
 * />`, initialized with `coCreatorChoices(item.tagged)` and saved as `coCreatorIds(choices)`.
 */
export function CoCreatorsField({ value, onChange, error, disabled }: CoCreatorsFieldProps) {
  const [q, setQ] = useState('');
  const own = useAppSelector(selectCurrentUser)?._id ?? '';
  const found = useFound(q.trim(), new Set([own, ...value.map(({ performer }) => performer._id)]));
  const add = (id: string) => {
    const performer = found.people.find(({ _id }) => _id === id);
    if (performer) onChange([...value, { performer, state: 'new' }]);
    setQ('');
  };
  return (
    <div className={styles.field}>
      <SelectField
        id="co-creators"
        label="Tag creators"
        optional
        placeholder="Search by name"
        disabled={disabled || value.length >= most}
        error={error ?? null}
        hint="They’ll get a request. Nothing is published until everyone accepts."
        options={found.people.map(({ _id, name }) => ({ value: _id, label: name }))}
        renderOption={(id) => <Someone person={found.people.find(({ _id }) => _id === id)} />}
        nothing={found.said}
        value=""
        onSearch={setQ}
        onChange={add}
      />
      {value.length > 0 ? (
        <ul className={styles.found} aria-label="Tagged creators">
          {value.map(({ performer, state }) => (
            <li key={performer._id} className={styles.line}>
              <Someone person={performer} />
              <Row gap={8} wrap={false}>
                <Chip tone={words[state].tone}>{words[state].text}</Chip>
                {state === 'declined' ? null : (
                  <button
                    type="button"
                    className={styles.away}
                    aria-label={`Remove ${performer.name}`}
                    disabled={disabled}
                    onClick={() => onChange(value.filter((other) => other.performer._id !== performer._id))}
                  >
                    <X size={16} aria-hidden="true" />
                  </button>
                )}
              </Row>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
