interface Uploads {
  isOurs(url: string): boolean;
  send(request: Request): Promise<Response>;
}

const SLICE = 256 * 1024;
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

/** The body as a browser would send it, with its content type (for a form, including the boundary). */
async function encodeBody(given: XMLHttpRequestBodyInit): Promise<{ blob: Blob; type: string | null }> {
  const response = new Response(given);
  return { type: response.headers.get('content-type'), blob: await response.blob() };
}

/**
 * A service worker sees an upload only when it is complete, so browsers report no progress for uploads it
 * answers. Requests to the mock are therefore sent slice by slice here, with the progress events of a real
 * network. All others are sent normally.
 */
class MockUpload extends XMLHttpRequest {
  static uploads: Uploads | null = null;
  #method = 'GET';
  #url = '';
  #headers = new Headers();
  #answer: { status: number; text: string; headers: Headers } | null = null;
  #state: number | null = null;
  #aborted = false;

  override open(method: string, url: string | URL): void {
    this.#method = method.toUpperCase();
    this.#url = new URL(url, location.href).href;
    super.open(method, url, true);
  }
  override setRequestHeader(name: string, value: string): void {
    this.#headers.set(name, value);
    super.setRequestHeader(name, value);
  }
  override send(body?: Document | XMLHttpRequestBodyInit | null): void {
    const { uploads } = MockUpload;
    if (!uploads?.isOurs(this.#url) || body === null || body === undefined || body instanceof Document)
      return super.send(body);
    void this.#carry(uploads, body);
  }
  override abort(): void {
    this.#aborted = true;
    super.abort();
    if (this.#state !== null && this.#state < XMLHttpRequest.DONE) this.#fail('abort');
  }
  override getResponseHeader(name: string): string | null {
    return this.#answer ? this.#answer.headers.get(name) : super.getResponseHeader(name);
  }
  override get readyState(): number {
    return this.#state ?? super.readyState;
  }
  override get status(): number {
    return this.#answer?.status ?? super.status;
  }
  override get responseText(): string {
    return this.#answer?.text ?? super.responseText;
  }
  override get response(): unknown {
    return this.#answer?.text ?? super.response;
  }

  async #carry(uploads: Uploads, body: XMLHttpRequestBodyInit): Promise<void> {
    this.#state = XMLHttpRequest.OPENED;
    try {
      const { blob, type } = await encodeBody(body);
      if (type !== null && !this.#headers.has('content-type')) this.#headers.set('content-type', type);
      if (!(await this.#transmit(blob))) return;
      const response = await uploads.send(
        new Request(this.#url, {
          method: this.#method,
          headers: this.#headers,
          body: await blob.arrayBuffer(),
        }),
      );
      const answer = { status: response.status, text: await response.text(), headers: response.headers };
      if (this.#aborted) return;
      this.#answer = answer;
      this.#finish();
    } catch {
      this.#fail('error');
    }
  }

  /** Returns false when the upload was aborted. */
  async #transmit(blob: Blob): Promise<boolean> {
    const total = blob.size;
    this.upload.dispatchEvent(new ProgressEvent('loadstart', { lengthComputable: true, loaded: 0, total }));
    for (let loaded = 0; loaded < total;) {
      loaded += (await blob.slice(loaded, loaded + SLICE).arrayBuffer()).byteLength;
      await nextTask();
      if (this.#aborted) return false;
      this.upload.dispatchEvent(new ProgressEvent('progress', { lengthComputable: true, loaded, total }));
    }
    for (const event of ['load', 'loadend'])
      this.upload.dispatchEvent(new ProgressEvent(event, { lengthComputable: true, loaded: total, total }));
    return true;
  }

  #finish(): void {
    this.#state = XMLHttpRequest.DONE;
    this.dispatchEvent(new Event('readystatechange'));
    for (const event of ['load', 'loadend']) this.dispatchEvent(new ProgressEvent(event));
  }

  #fail(event: 'error' | 'abort'): void {
    this.#state = XMLHttpRequest.DONE;
    for (const name of [event, 'loadend']) this.dispatchEvent(new ProgressEvent(name));
  }
}

/** From now on, every XMLHttpRequest to one of the mock's URLs is answered through `send`, with progress. */
export function watchUploads(uploads: Uploads): void {
  MockUpload.uploads = uploads;
  window.XMLHttpRequest = MockUpload;
}
