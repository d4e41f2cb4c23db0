import { routes } from '#config/routes.ts';
import { problemCode, problemMessage } from '#lib/problem.ts';
import { ErrorBox } from '#ui/forms/error-box.tsx';
import { Link } from '#ui/content/link.tsx';

/**
 * Why an action was refused. Scrolls into view and takes focus. For a limit that the person set themselves,
 * includes a link to change it.
 */
export const RefusalNotice = ({ problem }: { problem: unknown }) => (
  <ErrorBox problem={problem}>
    <p>{problemMessage(problem)}</p>
    {problemCode(problem) === 'spend_cap' ? (
      <p>
        <Link href={`${routes.wallet}#limits`}>See your spending limits</Link>
      </p>
    ) : null}
  </ErrorBox>
);
