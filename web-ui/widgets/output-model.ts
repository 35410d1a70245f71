/** The state of an `Output` widget. The server decides which outputs it captures. */

import { OutputModel as BareModel } from '@jupyter-widgets/output';

/** Its captured outputs, and the request whose outputs it captures now. */
export class OutputModel extends BareModel {
  override defaults(): ReturnType<BareModel['defaults']> {
    return { ...super.defaults(), msg_id: '', outputs: [] };
  }
}
