import { useState } from 'react';
import type { PeopleInWork as People, PersonInWork } from '#contract/content/releases.ts';
import { limits } from '#config/limits.ts';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { problemMessage } from '#lib/problem.ts';
import { type Work, getPeopleInWork, listReleases, namePeople } from '#services/content/releases.ts';
import { useRead, useWrite } from '#state/query/hooks.ts';
import { SelectField } from '#ui/antd/select-field.tsx';
import { Button, TextButton } from '#ui/content/button.tsx';
import { Chip } from '#ui/content/chip.tsx';
import { Skeleton, SkeletonBlock } from '#ui/feedback/skeleton.tsx';
import { ErrorBox } from '#ui/forms/error-box.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import styles from './releases.module.css';
import { NewPerson } from './new-person.tsx';
import { ReleaseUpload } from './release-upload.tsx';

interface LineProps {
  readonly person: PersonInWork;
  readonly isRequired: boolean;
  readonly disabled: boolean;
  readonly onRemove: () => void;
}

function Line({ person: { _id, name, hasDocument }, isRequired, disabled, onRemove }: LineProps) {
  const [isUploading, setUploading] = useState(false);
  return (
    <li className={styles.person}>
      <Row justify="between">
        <bdi className={styles.name}>{name}</bdi>
        <Row>
          <Chip tone={hasDocument ? 'success' : isRequired ? 'danger' : 'warning'}>
            {hasDocument ? 'Release uploaded' : 'No release'}
          </Chip>
          {hasDocument || isUploading ? null : (
            <TextButton aria-label={`Upload the release of ${name}`} onClick={() => setUploading(true)}>
              Upload
            </TextButton>
          )}
          <TextButton aria-label={`Remove ${name}`} onClick={onRemove} disabled={disabled}>
            Remove
          </TextButton>
        </Row>
      </Row>
      {isUploading ? <ReleaseUpload id={_id} name={name} onClose={() => setUploading(false)} /> : null}
    </li>
  );
}

/** Those whom the creator has named before. */
function Known({ taken, onChoose }: { taken: readonly PersonInWork[]; onChoose: (id: string) => void }) {
  const { data } = useRead(listReleases);
  const known = (data?.data ?? []).filter(({ _id }) => !taken.some((person) => person._id === _id));
  if (known.length === 0) return null;
  return (
    <SelectField
      label="People you’ve named before"
      placeholder="Choose a person"
      options={known.map(({ _id, name }) => ({ value: _id, label: name }))}
      value=""
      onChange={onChoose}
    />
  );
}

function Named({ work, people }: { work: Work; people: People }) {
  const [save, { isLoading, error }] = useWrite(namePeople);
  const [isAdding, setAdding] = useState(false);
  const ids = people.data.map(({ _id }) => _id);
  const name = (releaseIds: string[]) =>
    void save({ params: { kind: work.kind, id: work.id }, body: { releaseIds } });
  const isFull = ids.length >= limits.release.peoplePerWork;
  return (
    <Stack gap={12}>
      {people.releasesRequired ? <p>Everyone you name needs a signed release before you publish.</p> : null}
      {people.data.length > 0 ? (
        <ul className={styles.people} aria-label="People in this work">
          {people.data.map((person) => (
            <Line
              key={person._id}
              person={person}
              isRequired={people.releasesRequired}
              disabled={isLoading}
              onRemove={() => name(ids.filter((id) => id !== person._id))}
            />
          ))}
        </ul>
      ) : null}
      {error ? <ErrorBox problem={error}>{problemMessage(error)}</ErrorBox> : null}
      {isFull ? null : <Known taken={people.data} onChoose={(id) => name([...ids, id])} />}
      {isAdding ? (
        <NewPerson
          onCancel={() => setAdding(false)}
          onAdded={({ _id }) => {
            setAdding(false);
            name([...ids, _id]);
          }}
        />
      ) : isFull ? null : (
        <div>
          <Button onClick={() => setAdding(true)} busy={isLoading}>
            Add a person
          </Button>
        </div>
      )}
    </Stack>
  );
}

/** Names people without an account in a work. Every change is saved right away, apart from the form around it. */
export function PeopleInWork(work: Work) {
  const request = useRead(getPeopleInWork, { params: { kind: work.kind, id: work.id } });
  return (
    <LoadedView
      level={3}
      request={request}
      skeleton={
        <Skeleton label="Loading the people in this work">
          <SkeletonBlock height={40} width={140} />
        </Skeleton>
      }
    >
      {(people) => <Named work={{ kind: work.kind, id: work.id }} people={people} />}
    </LoadedView>
  );
}
