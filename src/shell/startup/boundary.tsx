import { Component } from 'react';
import type { ReactNode } from 'react';
import { Button } from '#ui/content/button.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';

interface BoundaryProps {
  /** A new path resets the error. */
  readonly path: string;
  readonly children: ReactNode;
}

/** Catches rendering errors: the frame stays, the page shows an error, and the error is reported. */
export class Boundary extends Component<BoundaryProps, { readonly brokenAt: string | null }> {
  override state: { readonly brokenAt: string | null } = { brokenAt: null };

  override componentDidCatch(error: unknown): void {
    this.setState({ brokenAt: this.props.path });
    // Reported as uncaught, which is what the console and the error reporter listen for.
    reportError(error);
  }

  static getDerivedStateFromError(): { readonly brokenAt: string } {
    return { brokenAt: '' };
  }

  override render(): ReactNode {
    const { brokenAt } = this.state;
    if (brokenAt === null || (brokenAt !== '' && brokenAt !== this.props.path)) return this.props.children;
    return (
      <div role="alert">
        <PageHead title="Something went wrong" unlisted />
        <Stack>
          <h1>This page stopped working</h1>
          <p>We’ve been notified. Try again, or come back later.</p>
          <Row>
            <Button onClick={() => this.setState({ brokenAt: null })}>Try again</Button>
          </Row>
        </Stack>
      </div>
    );
  }
}
