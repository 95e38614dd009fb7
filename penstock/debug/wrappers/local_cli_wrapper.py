"""A session that stops before and after each run, and opens the command line of the debugger there."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from typing import Any, NoReturn

from penstock.debug.cli import (
    analyzer_cli,
    cli_config,
    cli_shared,
    command_parser,
    profile_analyzer_cli,
    registries,
    run_arguments,
    ui_factory,
)
from penstock.debug.cli.menus import MenuItem
from penstock.debug.cli.rich_text import MAIN_MENU_KEY, RichTextLines
from penstock.debug.lib import common, debug_data
from penstock.debug.wrappers import framework
from penstock.graph.typing import SessionLike

_Action = framework.OnRunStartAction
ScreenInfo = dict[str, Any] | None


class LocalCLIDebugWrapperSession(framework.BaseDebugWrapperSession):
    """A session whose runs are debugged at the terminal.

    Each run shows what it is about to do, runs as the user says, and shows the tensors it computed.

    Args:
      sess: the session to wrap.
      dump_root: a directory for the dumps, which is empty or does not exist; it is removed after each run. None takes one in
        the system's folder for temporary files.
      log_usage: has no effect.
      ui_type: `curses` or `readline`.
      thread_name_filter: a regular expression for the names of threads whose runs are debugged.
      config_file_path: where the settings are kept; `~/.tfdbg_config` if not given.

    Raises:
      ValueError: `dump_root` is a file, or not empty.

    >>> import penstock as tf
    >>> from penstock.debug import LocalCLIDebugWrapperSession
    >>> with tf.Graph().as_default():
    ...     sess = LocalCLIDebugWrapperSession(tf.Session(), ui_type="readline")
    >>> sess.add_tensor_filter("is_zero", lambda datum, tensor: tensor.size > 0 and not tensor.any())
    """

    def __init__(
        self,
        sess: SessionLike,
        dump_root: str | None = None,
        log_usage: bool = True,
        ui_type: str = "curses",
        thread_name_filter: str | None = None,
        config_file_path: Any = False,
    ):
        super().__init__(sess, thread_name_filter=thread_name_filter)
        if dump_root:
            dump_root = os.path.expanduser(dump_root)
            if os.path.isfile(dump_root):
                raise ValueError(f"dump_root path points to a file: {dump_root}")
            if os.path.isdir(dump_root) and os.listdir(dump_root):
                raise ValueError(f"dump_root path points to a non-empty directory: {dump_root}")
            self._dump_root = dump_root
        else:
            # A folder of our own, in which the dump's folder does not exist yet: nobody else can put one there.
            self._own_folder = tempfile.TemporaryDirectory(prefix="tfdbg_", ignore_cleanup_errors=True)
            self._dump_root = os.path.join(self._own_folder.name, "dump")
        self._argparsers = run_arguments.parsers()
        self._tensor_filters: dict[str, Callable[[Any, Any], Any]] = {}
        self.add_tensor_filter("has_inf_or_nan", debug_data.has_inf_or_nan)

        self._active_tensor_filter: str | None = None  # runs go on until a tensor passes it
        self._active_filter_exclude_node_names: str | None = None
        self._active_tensor_filter_run_start_response: framework.OnRunStartResponse | None = None
        self._run_through_times = 1  # runs until the command line opens again
        self._skip_debug = False
        self._run_start_response: Any = None  # what the user said at the end of the last run; None asks
        self._is_run_start = True
        self._ui_type = ui_type
        self._config = cli_config.CLIConfig(config_file_path=config_file_path) if config_file_path else None
        self._run_cli: Any = None
        self._init_command = self._title = self._title_color = ""

    def _is_disk_usage_reset_each_run(self) -> bool:
        return True

    def add_tensor_filter(self, filter_name: str, tensor_filter: Callable[[Any, Any], Any]) -> None:
        """Adds a filter for `run -f` and `lt -f`.

        Args:
          filter_name: its name.
          tensor_filter: takes a `DebugTensorDatum` and its value, and says whether it passes; see `DebugDumpDir.find`.
        """
        self._tensor_filters[filter_name] = tensor_filter

    # ---- before and after a run ----

    def on_session_init(self, request: framework.OnSessionInitRequest) -> framework.OnSessionInitResponse:
        """Goes on."""
        return framework.OnSessionInitResponse(framework.OnSessionInitAction.PROCEED)

    def on_run_start(self, request: framework.OnRunStartRequest) -> framework.OnRunStartResponse:
        """Asks the user how to run, unless the last answer covers this run."""
        self._is_run_start = True
        self._update_run_calls_state(
            request.run_call_count, request.fetches, request.feed_dict, is_callable_runner=request.is_callable_runner
        )
        if self._active_tensor_filter and self._active_tensor_filter_run_start_response is not None:
            return self._active_tensor_filter_run_start_response
        self._exit_if_requested_by_user()
        if self._run_call_count > 1 and not self._skip_debug:
            if self._run_through_times > 0:
                return framework.OnRunStartResponse(_Action.NON_DEBUG_RUN, [])
            if self._run_through_times == 0:
                return self._run_start_response or framework.OnRunStartResponse(
                    _Action.DEBUG_RUN, self._get_run_debug_urls()
                )
        if self._run_start_response is None:
            self._prep_cli_for_run_start()
            self._run_start_response = self._launch_cli()
            if self._run_through_times > 1:
                self._run_through_times -= 1
        self._exit_if_requested_by_user()
        return self._run_start_response

    def on_run_end(self, request: framework.OnRunEndRequest) -> framework.OnRunEndResponse:
        """Shows what was dumped or measured, and takes the user's word for the next run."""
        self._is_run_start = False
        if request.performed_action == _Action.DEBUG_RUN:
            self._show_dump(request)
        elif request.performed_action == _Action.PROFILE_RUN:
            self._init_command = "lp"
            self._run_cli = profile_analyzer_cli.create_profiler_ui(
                self._sess.graph, request.run_metadata, ui_type=self._ui_type, config=self._run_cli.config
            )
            self._title = "run-end (profiler mode): " + self._run_description
            self._run_start_response = self._launch_cli()
        else:
            self._run_start_response = None
        return framework.OnRunEndResponse()

    def _exit_if_requested_by_user(self) -> None:
        if self._run_start_response == registries.EXPLICIT_USER_EXIT:
            print("Note: user exited from debugger CLI: Calling sys.exit(1).", file=sys.stderr)
            sys.exit(1)

    def _prep_cli_for_run_start(self) -> None:
        self._run_cli = ui_factory.get_ui(self._ui_type, config=self._config)
        intro = self._logo()
        intro.extend(RichTextLines("Upcoming run:"))
        intro.extend(self._run_info)
        self._run_cli.set_help_intro(intro)
        self._title = "run-start: " + self._run_description
        self._init_command = "run_info"
        self._title_color = "blue_on_white"

    def _logo(self) -> RichTextLines:
        """What stands above the first run."""
        lines = RichTextLines([])
        if self._run_call_count == 1:
            lines.extend(cli_shared.get_tfdbg_logo())
            lines.extend(registries.get_tensorflow_version_lines())
        return lines

    def _show_dump(self, request: framework.OnRunEndRequest) -> None:
        graphs = None
        if request.run_metadata and request.run_metadata.partition_graphs:
            graphs = request.run_metadata.partition_graphs
        elif request.client_graph_def:
            graphs = [request.client_graph_def]
        if request.tf_error and not os.path.isdir(self._dump_root):
            raise request.tf_error  # it failed before anything ran: there is nothing to show
        try:
            dump = debug_data.DebugDumpDir(self._dump_root, partition_graphs=graphs)
            dump.set_python_graph(self._sess.graph)
            passed, excluded = self._active_tensor_filter, self._active_filter_exclude_node_names
            if passed:
                tensor_filter = self._tensor_filters[passed]
                if not dump.find(tensor_filter, first_n=1, exclude_node_names=excluded):
                    return
                self._active_tensor_filter = self._active_filter_exclude_node_names = None
            self._prep_debug_cli_for_run_end(dump, request.tf_error, passed, excluded)
            self._run_start_response = self._launch_cli()
        finally:
            self._remove_dump_root()

    def _remove_dump_root(self) -> None:
        if os.path.isdir(self._dump_root):
            shutil.rmtree(self._dump_root)

    def _prep_debug_cli_for_run_end(
        self, debug_dump: Any, tf_error: Any, passed_filter: str | None, passed_filter_exclude_node_names: str | None
    ) -> None:
        self._init_command, self._title_color = "lt", "black_on_white"
        if tf_error:
            self._init_command, self._title_color = "help", "red_on_white"
        elif passed_filter is not None:
            self._init_command, self._title_color = f"lt -f {passed_filter}", "red_on_white"
            if passed_filter_exclude_node_names:
                self._init_command += f" --filter_exclude_node_names {passed_filter_exclude_node_names}"
        self._run_cli = analyzer_cli.create_analyzer_ui(
            debug_dump,
            self._tensor_filters,
            ui_type=self._ui_type,
            on_ui_exit=self._remove_dump_root,
            config=self._config,
        )
        self._run_cli.register_tab_comp_context(
            ["node_info", "ni", "list_inputs", "li", "list_outputs", "lo"], [str(name) for name in debug_dump.nodes()]
        )
        self._title = "run-end: " + self._run_description
        if tf_error:
            self._run_cli.set_help_intro(cli_shared.get_error_intro(tf_error))

    def _launch_cli(self) -> Any:
        """Opens the command line; returns what the user said of the next run."""
        self._register_this_run_info(self._run_cli)
        return self._run_cli.run_ui(init_command=self._init_command, title=self._title, title_color=self._title_color)

    # ---- commands ----

    def _register_this_run_info(self, ui: Any) -> None:
        for command, alias, handler in (
            ("run", "r", self._run_handler),
            ("run_info", "ri", self._run_info_handler),
            ("print_feed", "pf", self._print_feed_handler),
        ):
            ui.register_command_handler(
                command, handler, self._argparsers[command].format_help(), prefix_aliases=[alias]
            )
        if self._tensor_filters:
            ui.register_tab_comp_context(["run", "r"], list(self._tensor_filters))
        if self._feed_dict and hasattr(self._feed_dict, "keys"):
            ui.register_tab_comp_context(
                ["print_feed", "pf"], [common.get_graph_element_name(key) for key in self._feed_dict]
            )

    def _run_info_handler(self, args: list[str], screen_info: ScreenInfo = None) -> RichTextLines:
        output = self._logo()
        output.extend(self._run_info)
        menu = output.annotations.get(MAIN_MENU_KEY)
        if not self._is_run_start and menu is not None and "list_tensors" not in menu.captions():
            menu.insert(0, MenuItem("list_tensors", "list_tensors"))
        return output

    def _print_feed_handler(self, args: list[str], screen_info: ScreenInfo = None) -> RichTextLines:
        if not self._feed_dict:
            return cli_shared.error("The feed_dict of the current run is None or empty.")
        parsed = self._argparsers["print_feed"].parse_args(args)
        name, slicing = command_parser.parse_tensor_name_with_slicing(parsed.tensor_name)
        for key, value in self._feed_dict.items():
            if common.get_graph_element_name(key) == name:
                return cli_shared.format_tensor(
                    value,
                    name + " (feed)",
                    cli_shared.numpy_printoptions_from_screen_info(screen_info),
                    print_all=parsed.print_all,
                    tensor_slicing=slicing,
                    highlight_options=cli_shared.parse_ranges_highlight(parsed.ranges),
                    include_numeric_summary=parsed.numeric_summary,
                )
        return cli_shared.error(f"The feed_dict of the current run does not contain the key {name}")

    def _run_handler(self, args: list[str], screen_info: ScreenInfo = None) -> RichTextLines:
        parsed = self._argparsers["run"].parse_args(args)
        wanted = parsed.till_filter_pass
        if parsed.filter_exclude_node_names and not wanted:
            raise ValueError(
                "The --filter_exclude_node_names (or -feon) flag is valid only if the --till_filter_pass (or -f) flag is "
                "used."
            )
        if parsed.profile:
            self._leave(framework.OnRunStartResponse(_Action.PROFILE_RUN, []))
        self._skip_debug = parsed.no_debug
        self._run_through_times = parsed.times
        # With `-t`, the very next run is not debugged; the last of them is.
        undebugged = parsed.times > 1 or parsed.no_debug
        response = framework.OnRunStartResponse(
            _Action.NON_DEBUG_RUN if undebugged else _Action.DEBUG_RUN,
            [] if undebugged else self._get_run_debug_urls(),
            node_name_regex_whitelist=parsed.node_name_filter or None,
            op_type_regex_whitelist=parsed.op_type_filter or None,
            tensor_dtype_regex_whitelist=parsed.tensor_dtype_filter or None,
        )
        if wanted:
            if wanted not in self._tensor_filters:
                return RichTextLines([f'ERROR: tensor filter "{wanted}" does not exist.'])
            self._active_tensor_filter = wanted
            self._active_filter_exclude_node_names = parsed.filter_exclude_node_names
            self._active_tensor_filter_run_start_response = response
        self._leave(response)

    def _leave(self, response: framework.OnRunStartResponse) -> NoReturn:
        """Closes the command line with an answer for the next run."""
        raise registries.CommandLineExit(exit_token=response)

    # ---- the run ----

    def _get_run_debug_urls(self) -> list[str]:
        return ["file://" + self._dump_root]

    def _update_run_calls_state(
        self, run_call_count: int, fetches: Any, feed_dict: Any, is_callable_runner: bool = False
    ) -> None:
        """Takes in what the next run is."""
        self._run_call_count = run_call_count
        self._feed_dict = feed_dict
        self._run_description = cli_shared.get_run_short_description(
            run_call_count, fetches, feed_dict, is_callable_runner=is_callable_runner
        )
        self._run_through_times -= 1
        self._run_info = cli_shared.get_run_start_intro(
            run_call_count, fetches, feed_dict, self._tensor_filters, is_callable_runner=is_callable_runner
        )
