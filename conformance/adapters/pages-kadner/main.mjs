/** Reads requests from standard input, a JSON object a line, and writes answers. */
import { Session } from './src/protocol.mjs';

const session = new Session();

/** Writes one answer; after the last one the program leaves, be its input open or not. */
function write(answer, last) {
  process.stdout.write(`${JSON.stringify(answer)}\n`, () => last && process.exit(0));
}

/** @returns {boolean} whether that was the last request */
function handle(line) {
  let request;
  try {
    request = JSON.parse(line);
    if (request === null || typeof request !== 'object') throw new Error('a request is an object');
  } catch (error) {
    write({ seq: '?', error: { message: `no request: ${error.message}` } }, false);
    return false;
  }
  const last = request.cmd === 'bye';
  write(session.answer(request), last);
  return last;
}

// A line ends at \n alone; readline would split at other signs too.
let buffered = '';
let over = false;
process.stdin.setEncoding('utf8');
process.stdin.on('data', (chunk) => {
  buffered += chunk;
  let start = 0;
  for (let end; !over && (end = buffered.indexOf('\n', start)) >= 0; start = end + 1) {
    const line = buffered.slice(start, end);
    if (line.trim() !== '') over = handle(line);
  }
  buffered = buffered.slice(start);
});
