/**
 * The first script of the page of a notebook: opens the line to it, so that the server reads the notebook while the code of the page is
 * still on its way. It draws nothing.
 */

import { openEarly } from './page/early-socket.ts';
import { notebookAt } from './page/place.ts';
import { serverKey } from './page/server-key.ts';

const path = notebookAt();
if (path !== null && serverKey() !== '') openEarly(path);
