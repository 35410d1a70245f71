/** Waits until a look gives what is wanted; its failure is that of the last comparison. */

const assert = require('node:assert');

exports.until = async function until(look, wanted) {
  const deadline = Date.now() + 40_000;
  for (;;) {
    try {
      assert.deepEqual(await look(), wanted);
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
};
