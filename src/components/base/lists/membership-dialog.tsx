import { type ComponentProps, type ReactNode, useState } from 'react';
import { formatCount } from '#lib/format.ts';
import { Button } from '#ui/content/button.tsx';
import { Skeleton, SkeletonBlock } from '#ui/feedback/skeleton.tsx';
import { Checkbox } from '#ui/forms/choice.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { LoadedView } from './loaded-view.tsx';
import { RefusalNotice } from './refusal-notice.tsx';
import styles from './membership-dialog.module.css';

/** Something that things are put into, such as a collection of bookmarks. */
interface Group {
  readonly _id: string;
  readonly name: string;
  /** Whether the thing that the dialog is about is in it. */
  readonly contains: boolean;
}

export interface MembershipDialogProps<Kind extends Group> {
  readonly title: string;
  /** The groups in words, such as `lists`. */
  readonly groups: string;
  /** Says what they are for, where there are none yet. */
  readonly empty: string;
  readonly request: ComponentProps<typeof LoadedView<{ readonly data: readonly Kind[] }>>['request'];
  /** How much is in it, such as `3 creators`. */
  readonly getHint: (group: Kind) => string;
  /** Puts the thing in or takes it out; resolves with the error, if any. */
  readonly put: (group: Kind, isIn: boolean) => Promise<{ readonly error?: unknown }>;
  /** A form for another group; `onSaved` puts the thing into it. */
  readonly newGroup: (onSaved: (saved: Kind) => Promise<void>) => ReactNode;
  readonly onClose: () => void;
}

type Putting<Kind extends Group> = Pick<MembershipDialogProps<Kind>, 'getHint' | 'put'> & {
  readonly onProblem: (problem: unknown) => void;
};

/** Saved at once; shown as wished for until the server refuses. */
function Choice<Kind extends Group>({ group, getHint, put, onProblem }: Putting<Kind> & { group: Kind }) {
  const [wanted, setWanted] = useState<boolean | null>(null);
  const [busy, setBusy] = useState(false);
  const turn = async (isIn: boolean) => {
    if (busy) return;
    setBusy(true);
    setWanted(isIn);
    const { error } = await put(group, isIn);
    if (error) setWanted(null);
    onProblem(error ?? null);
    setBusy(false);
  };
  return (
    <Checkbox
      label={<bdi>{group.name}</bdi>}
      hint={getHint(group)}
      checked={wanted ?? group.contains}
      onChange={({ currentTarget }) => void turn(currentTarget.checked)}
    />
  );
}

/** Picks the groups that one thing is in, or makes a new one. Each change is saved at once. */
export function MembershipDialog<Kind extends Group>(props: MembershipDialogProps<Kind>) {
  const { title, groups, empty, request, put, newGroup, onClose } = props;
  const [problem, setProblem] = useState<unknown>(null);
  // A form that has made a group starts over.
  const [made, setMade] = useState(0);
  const fill = async (saved: Kind) => {
    const { error } = await put(saved, true);
    setProblem(error ?? null);
    setMade((before) => before + 1);
  };
  const skeleton = (
    <Skeleton label={`Loading your ${groups}`}>
      <Stack gap={12}>
        {[1, 2, 3].map((row) => (
          <SkeletonBlock key={row} height={44} />
        ))}
      </Stack>
    </Skeleton>
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <Stack gap={16}>
        {problem ? <RefusalNotice problem={problem} /> : null}
        <LoadedView request={request} skeleton={skeleton} level={3}>
          {({ data }) => (
            <>
              {data.length > 0 ? (
                <div
                  role="group"
                  aria-label={`Your ${groups}, ${formatCount(data.length)}`}
                  className={styles.groups}
                >
                  {data.map((group) => (
                    <Choice key={group._id} {...props} group={group} onProblem={setProblem} />
                  ))}
                </div>
              ) : (
                <p className={styles.quiet}>{empty}</p>
              )}
              <div key={made}>{newGroup(fill)}</div>
            </>
          )}
        </LoadedView>
      </Stack>
    </Dialog>
  );
}
