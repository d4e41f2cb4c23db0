import Link from 'next/link';
import { routes } from '#config/routes';
import { problemCode, problemMessage } from '#lib/problem';
import { Notice } from '#ui/notice';

/** Why something couldn't be paid. Where it was a limit that the person set themselves, with the way to it. */
export const Refusal = ({ problem }: { problem: unknown }) => (
  <Notice tone="danger" announce>
    <p>{problemMessage(problem)}</p>
    {problemCode(problem) === 'spend_cap' ? (
      <p>
        <Link href={`${routes.wallet}#limits`}>See your spending limits</Link>
      </p>
    ) : null}
  </Notice>
);
