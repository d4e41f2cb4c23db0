import type { ReactNode } from 'react';
import type { PerformerCard } from '#contract/core/schemas.ts';
import { Person, PersonName } from '#components/people/accounts/person.tsx';
import { searchFor } from '#components/people/creators/search-address.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { ChipLink } from '#ui/content/chip-link.tsx';
import { LongText } from '#ui/content/rich-text.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import styles from './item-words.module.css';

/** The tagged creators, linked to their profiles. */
const With = ({ people }: { people: readonly PerformerCard[] }) => (
  <p className={styles.facts}>
    With{' '}
    {people.map((person, at) => (
      <span key={person._id}>
        {at === 0 ? '' : at === people.length - 1 ? ' and ' : ', '}
        <PersonName person={person} />
      </span>
    ))}
  </p>
);

/** Each leads to what else has that tag. */
const Tags = ({ tags }: { tags: readonly string[] }) => (
  <ul className={styles.tags} aria-label="Tags">
    {tags.map((tag) => (
      <li key={tag}>
        <ChipLink href={searchFor(tag)}>{tag}</ChipLink>
      </li>
    ))}
  </ul>
);

export interface ItemWordsProps {
  readonly item: {
    readonly title: string;
    readonly description: string;
    readonly tags: readonly string[];
    readonly performer: PerformerCard;
    readonly coCreators: readonly PerformerCard[];
  };
  /** The line under the title. */
  readonly facts: ReactNode;
  /** The owner's button. */
  readonly edit?: { readonly href: string; readonly label: string } | undefined;
}

/** What is written about a video or gallery on its page: title, creators, description and tags. */
export const ItemWords = ({
  item: { title, description, tags, performer, coCreators },
  facts,
  edit,
}: ItemWordsProps) => (
  <Stack gap={12}>
    <div>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.facts}>{facts}</p>
    </div>
    <Row justify="between" gap={16}>
      <Person person={performer} />
      {edit ? <ButtonLink href={edit.href}>{edit.label}</ButtonLink> : null}
    </Row>
    {coCreators.length > 0 ? <With people={coCreators} /> : null}
    {description ? <LongText text={description} /> : null}
    {tags.length > 0 ? <Tags tags={tags} /> : null}
  </Stack>
);
