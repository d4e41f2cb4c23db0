import { escapeMarkup } from '#lib/markup/escape-markup.ts';
import type { ApiDocument, Content, JsonSchema, Operation, Parameter } from './document.ts';
import { fieldsHtml, schemaHtml, typeHtml } from './schema-html.ts';
import { textHtml } from './text-html.ts';

/** An operation with its place in the document. */
export interface Listed {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

const exampleHtml = (example: unknown): string =>
  example === undefined
    ? ''
    : `<details><summary>Example</summary><pre>${escapeMarkup(JSON.stringify(example, null, 2))}</pre></details>`;

/** With the fields of what is only named, so that nobody has to follow a link to read them. */
function opened(schema: JsonSchema, { components }: ApiDocument): string {
  const named =
    schema.$ref === undefined ? undefined : components.schemas[schema.$ref.split('/').at(-1) ?? ''];
  return named ? `<p class="type">${typeHtml(schema)}</p>${fieldsHtml(named)}` : schemaHtml(schema);
}

const contentHtml = (content: Content, document: ApiDocument): string =>
  Object.entries(content)
    .map(
      ([type, { schema, example }]) =>
        `<p class="muted">${escapeMarkup(type)}</p>${opened(schema, document)}${exampleHtml(example)}`,
    )
    .join('');

const parameterHtml = ({ name, in: place, required, schema, description }: Parameter): string => {
  const said = description ?? schema.description;
  return `<li><code>${escapeMarkup(name)}</code> <span class="type">${typeHtml(schema)}, in the ${place}</span>${
    required ? '' : '<span class="mark">, optional</span>'
  }${said ? `<p>${textHtml(said)}</p>` : ''}</li>`;
};

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const filled = (path: string, parameters: readonly Parameter[]): string =>
  parameters
    .filter((each) => each.in === 'path')
    .reduce(
      (address, { name, example }) => address.replace(`{${name}}`, encodeURIComponent(String(example))),
      path,
    );

function bodyWords(content: Content): string[] {
  const json = content['application/json'];
  if (json)
    return ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(json.example ?? {}))}`];
  const { properties = {}, required = [] } = content['multipart/form-data']?.schema ?? {};
  const isFile = (name: string) =>
    (properties[name]?.items ?? properties[name])?.contentMediaType !== undefined;
  return required.map((name) => `-F ${quoted(`${name}=${isFile(name) ? '@' : ''}${name}`)}`);
}

const isOpen = ({ security }: Operation): boolean => security.some((each) => Object.keys(each).length === 0);

/** A line for a shell. */
export function curlLine({ method, path, operation }: Listed, server: string): string {
  const { parameters, requestBody } = operation;
  return [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}${quoted(server + filled(path, parameters))}`,
    ...(isOpen(operation) ? [] : ['-H "Authorization: Bearer $TOKEN"']),
    ...(requestBody ? bodyWords(requestBody.content) : []),
  ].join(' \\\n  ');
}

const isSuccess = (status: string): boolean => status.startsWith('2');

interface Surroundings {
  /** The address of the API. */
  readonly server: string;
  readonly document: ApiDocument;
}

const part = (title: string, html: string): string => (html === '' ? '' : `<h3>${title}</h3>${html}`);
const list = (rows: readonly string[]): string =>
  rows.length === 0 ? '' : `<ul class="fields">${rows.join('')}</ul>`;

function responsesHtml({ responses }: Operation, document: ApiDocument): string {
  const all = Object.entries(responses);
  const errors = all.filter(([status]) => !isSuccess(status));
  return [
    ...all
      .filter(([status]) => isSuccess(status))
      .map(([status, { content }]) =>
        part(`Response ${status}`, content ? contentHtml(content, document) : '<p>Empty.</p>'),
      ),
    part(
      'Errors',
      list(
        errors.map(([status, { description }]) => `<li><code>${status}</code> ${textHtml(description)}</li>`),
      ),
    ),
  ].join('');
}

/** One operation with everything that the document says of it. */
export function operationHtml(listed: Listed, { server, document }: Surroundings): string {
  const { method, path, operation } = listed;
  const { operationId, summary, parameters, requestBody } = operation;
  return [
    `<article id="${operationId}"><h2><span class="method">${method.toUpperCase()}</span> <code>${escapeMarkup(path)}</code></h2>`,
    `<p>${textHtml(summary)}. ${isOpen(operation) ? 'Open to everyone.' : 'Needs a login.'}</p>`,
    part('Parameters', list(parameters.map(parameterHtml))),
    part('Request body', requestBody ? contentHtml(requestBody.content, document) : ''),
    responsesHtml(operation, document),
    part('On the command line', `<pre>${escapeMarkup(curlLine(listed, server))}</pre>`),
    '</article>',
  ].join('');
}
