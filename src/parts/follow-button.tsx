import type { PerformerCard } from '#contract/common';
import { selectAuthUser } from '#state/auth';
import { followRequested, selectIsFollowed, unfollowRequested } from '#state/follow';
import { useAppDispatch, useAppSelector } from '#state/hooks';
import { Button, type ButtonVariant } from '#ui/button';
import { VisuallyHidden } from '#ui/visually-hidden';
import { loginFirst } from './login-first.tsx';

export interface FollowButtonProps {
  readonly performer: Pick<PerformerCard, '_id' | 'name'>;
  /** What the record at hand says. */
  readonly isFollowed: boolean;
  /** While not followed. */
  readonly variant?: ButtonVariant;
  readonly large?: boolean;
}

/** Follows at once and takes it back, with the reason, when the server refuses. Nothing on one's own profile. */
export function FollowButton({
  performer: { _id, name },
  isFollowed,
  variant = 'soft',
  large,
}: FollowButtonProps) {
  const dispatch = useAppDispatch();
  const followed = useAppSelector((state) => selectIsFollowed(state, _id, isFollowed));
  const own = useAppSelector((state) => selectAuthUser(state)?._id === _id);
  if (own) return null;
  const press = () => {
    if (loginFirst()) dispatch(followed ? unfollowRequested(_id) : followRequested(_id));
  };
  return (
    <Button
      variant={followed ? 'secondary' : variant}
      large={large}
      title={followed ? `Stop following ${name}` : undefined}
      onClick={press}
    >
      <span>
        {followed ? 'Following' : 'Follow'} <VisuallyHidden>{name}</VisuallyHidden>
      </span>
    </Button>
  );
}
