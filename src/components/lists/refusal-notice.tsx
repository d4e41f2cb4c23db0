import { routes } from '#config/routes.ts';
import { problemCode, problemMessage } from '#lib/problem.ts';
import { ErrorBox } from '#ui/forms/error-box.tsx';
import { Link } from '#ui/content/link.tsx';

/**
 * Why something couldn't be done. It comes into sight and takes focus, wherever the button is that was
 * pressed. Where it was a limit that the person set themselves, with the way to it.
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
