/**
 * The first script of the page of a notebook: opens the line to the server, which reads the notebook while the code of the page is
 * still on its way. This script draws nothing.
 */

import { openEarly } from './page/early-socket.ts';
import { notebookAt } from './page/place.ts';
import { serverKey } from './page/server-key.ts';

const path = notebookAt();
if (path !== null && serverKey() !== '') openEarly(path);
