"""The parameters of public functions in older releases of TensorFlow, where 1.15 reads them otherwise.

A line is `name: parameters`, several forms between bars. `..padding` stands for 1.15's parameters up to and including
`padding`; `old>new` gives an old name with 1.15's, `old>` one that has no use any more, `old>size[0]` an item of a list.
Forms that 1.15 reads as they are, because it has both names, are not listed. The forms of one function are tried in this
order after 1.15's own; `tests/parity/test_old_signatures.py` holds the table against the signatures of the releases.
"""

from __future__ import annotations

_TABLE = """
FixedLengthRecordReader.__init__: ..footer_bytes name
TensorArray.__init__: ..infer_shape name | ..element_shape name
VariableScope.__init__: ..partitioner name_scope
VariableScope.get_variable: ..regularizer trainable collections caching_device partitioner validate_shape
    custom_getter
arg_max: ..dimension name
arg_min: ..dimension name
batch_self_adjoint_eig: input>tensor name
case: ..exclusive name
clip_by_norm: ..clip_norm name
concat: concat_dim>axis values name
cond: pred fn1 fn2 name
conj: input>x name
contrib.checkpoint.list_objects: root_checkpointable>root_trackable
contrib.data.Dataset.map: map_func num_threads>num_parallel_calls output_buffer_size>
contrib.data.make_batched_features_dataset: ..reader reader_args num_epochs shuffle shuffle_buffer_size shuffle_seed
    prefetch_buffer_size reader_num_threads parser_num_threads sloppy_ordering drop_final_batch
contrib.data.make_csv_dataset: ..label_name field_delim use_quote_delim na_value header comment> num_epochs shuffle
    shuffle_buffer_size shuffle_seed prefetch_buffer_size num_parallel_reads num_parallel_parser_calls> sloppy
contrib.distributions.Bernoulli.__init__: logits p>probs dtype validate_args allow_nan_stats name
contrib.distributions.Beta.__init__: a>concentration1 b>concentration0 validate_args allow_nan_stats name
contrib.distributions.Binomial.__init__: n>total_count logits p>probs validate_args allow_nan_stats name
contrib.distributions.Categorical.__init__: logits p>probs dtype validate_args allow_nan_stats name
contrib.distributions.Dirichlet.__init__: alpha>concentration validate_args allow_nan_stats name
contrib.distributions.DirichletMultinomial.__init__: n>total_count alpha>concentration validate_args allow_nan_stats
    name
contrib.distributions.Exponential.__init__: lam>rate validate_args allow_nan_stats name
contrib.distributions.Gamma.__init__: alpha>concentration beta>rate validate_args allow_nan_stats name
contrib.distributions.Independent.__init__: distribution reduce_batch_ndims>reinterpreted_batch_ndims validate_args
    name
contrib.distributions.InverseGamma.__init__: alpha>concentration beta>rate validate_args allow_nan_stats name
contrib.distributions.Mixture.__init__: ..allow_nan_stats name
contrib.distributions.Multinomial.__init__: n>total_count logits p>probs validate_args allow_nan_stats name
contrib.distributions.MultivariateNormalDiag.__init__: mu>loc diag_stdev>scale_diag validate_args allow_nan_stats name
contrib.distributions.Normal.__init__: mu>loc sigma>scale validate_args allow_nan_stats name
contrib.distributions.Poisson.__init__: lam>rate validate_args allow_nan_stats name
contrib.distributions.QuantizedDistribution.__init__: distribution lower_cutoff>low upper_cutoff>high validate_args
    name
contrib.distributions.StudentT.__init__: df mu>loc sigma>scale validate_args allow_nan_stats name
contrib.distributions.TransformedDistribution.__init__: ..bijector validate_args name
contrib.distributions.Uniform.__init__: a>low b>high validate_args allow_nan_stats name
contrib.distributions.normal_conjugates_known_sigma_posterior: prior sigma>scale s n
contrib.distributions.normal_conjugates_known_sigma_predictive: prior sigma>scale s n
contrib.estimator.RNNEstimator.__init__: ..rnn_cell_fn model_dir optimizer input_layer_partitioner config
contrib.estimator.binary_classification_head: ..label_vocabulary name
contrib.estimator.dnn_logit_fn_builder: ..batch_norm shared_state_manager>
contrib.estimator.export_all_saved_models: ..checkpoint_path strip_default_attrs>
contrib.estimator.export_saved_model_for_mode: ..checkpoint_path strip_default_attrs> mode
contrib.estimator.multi_class_head: ..label_vocabulary name
contrib.estimator.multi_label_head: ..label_vocabulary name | ..loss_fn name
contrib.estimator.regression_head: ..label_dimension name
contrib.factorization.KMeans.__init__: ..use_mini_batch random_seed kmeans_plus_plus_num_retries
contrib.factorization.KMeansClustering.__init__: ..use_mini_batch kmeans_plus_plus_num_retries config
contrib.framework.convert_to_tensor_or_sparse_tensor: ..name as_ref>
contrib.framework.load_and_remap_matrix_initializer: ..new_col_vocab_size old_row_vocab_file new_row_vocab_file
    old_col_vocab_file new_col_vocab_file num_row_oov_buckets num_col_oov_buckets initializer max_rows_in_memory
contrib.framework.load_embedding_initializer: ..new_vocab_file num_oov_buckets initializer max_rows_in_memory
contrib.graph_editor.copy_op_handler: ..op copy_shape
contrib.graph_editor.get_backward_walk_ops: ..within_ops stop_at_ts control_inputs
contrib.graph_editor.get_forward_walk_ops: ..within_ops stop_at_ts control_outputs
contrib.graph_editor.get_walks_intersection_ops: ..within_ops control_inputs control_outputs control_ios
contrib.graph_editor.get_walks_union_ops: ..within_ops control_inputs control_outputs control_ios
contrib.image.transform: ..interpolation name
contrib.integrate.odeint_fixed: ..t method name
contrib.layers.batch_norm: ..param_initializers updates_collections is_training reuse variables_collections
    outputs_collections trainable batch_weights fused data_format scope | ..param_initializers updates_collections
    is_training reuse variables_collections outputs_collections trainable batch_weights fused data_format
    zero_debias_moving_mean scope
contrib.layers.embedding_lookup_unique: ..ids name
contrib.layers.layer_norm: ..trainable scope
contrib.layers.maxout: ..axis name>scope
contrib.layers.optimize_loss: ..clip_gradients moving_averages_decay> learning_rate_decay_fn update_ops variables name
contrib.layers.separable_conv2d: ..padding activation_fn normalizer_fn normalizer_params weights_initializer
    weights_regularizer biases_initializer biases_regularizer reuse variables_collections outputs_collections
    trainable scope | ..padding rate activation_fn normalizer_fn normalizer_params weights_initializer
    weights_regularizer biases_initializer biases_regularizer reuse variables_collections outputs_collections
    trainable scope | ..weights_initializer weights_regularizer biases_initializer biases_regularizer reuse
    variables_collections outputs_collections trainable scope
contrib.learn.DNNClassifier.predict: ..batch_size as_iterable
contrib.learn.DNNLinearCombinedClassifier.predict: ..batch_size as_iterable
contrib.learn.DNNLinearCombinedRegressor.predict: ..batch_size as_iterable
contrib.learn.DNNRegressor.predict: ..batch_size as_iterable
contrib.learn.Estimator.export_savedmodel: export_dir_base input_fn>serving_input_fn default_output_alternative_key
    assets_extra as_text exports_to_keep>
contrib.learn.Experiment.__init__: ..train_monitors local_eval_frequency eval_delay_secs continuous_eval_throttle_secs
    min_eval_frequency delay_workers_by_global_step
contrib.learn.KMeansClustering.__init__: ..use_mini_batch kmeans_plus_plus_num_retries relative_tolerance config
contrib.learn.LinearClassifier.predict: ..batch_size as_iterable
contrib.learn.LinearClassifier.predict_proba: ..batch_size outputs> as_iterable
contrib.learn.LinearRegressor.predict: ..batch_size as_iterable
contrib.learn.RunConfig.__init__: ..keep_checkpoint_every_n_hours evaluation_master | ..log_step_count_steps
    evaluation_master model_dir session_config
contrib.learn.SVM.predict: ..batch_size as_iterable
contrib.learn.SVM.predict_proba: ..batch_size outputs> as_iterable
contrib.learn.read_batch_features: ..reader_num_threads parse_fn name
contrib.learn.read_keyed_batch_features: ..feature_queue_capacity num_queue_runners> num_enqueue_threads parse_fn name
contrib.losses.absolute_difference: ..scope targets>labels weight>weights
contrib.losses.compute_weighted_loss: ..weights weight>weights
contrib.losses.cosine_distance: ..scope targets>labels weight>weights
contrib.losses.hinge_loss: ..scope target>labels
contrib.losses.log_loss: ..scope targets>labels weight>weights
contrib.losses.mean_pairwise_squared_error: ..scope targets>labels weight>weights
contrib.losses.mean_squared_error: ..scope targets>labels weight>weights
contrib.losses.sigmoid_cross_entropy: ..scope weight>weights
contrib.losses.softmax_cross_entropy: ..scope weight>weights
contrib.losses.sparse_softmax_cross_entropy: ..scope weight>weights
contrib.metrics.confusion_matrix: predictions labels num_classes dtype name weights
contrib.nn.conv1d_transpose: value>input filter>filters output_shape stride>strides padding data_format name
contrib.opt.ElasticAverageOptimizer.__init__: ..use_locking name
contrib.predictor.from_saved_model: ..signature_def tags graph
contrib.quantize.experimental_create_eval_graph: ..activation_bits quant_delay scope | ..activation_bits scope
contrib.quantize.experimental_create_training_graph: ..activation_bits quant_delay freeze_bn_delay scope
contrib.rnn.BasicLSTMCell.__init__: ..forget_bias input_size> state_is_tuple activation
contrib.rnn.BasicRNNCell.__init__: num_units input_size> activation
contrib.rnn.GRUBlockCell.__call__: x>inputs h_prev>state scope
contrib.rnn.GRUBlockCellV2.__call__: x>inputs h_prev>state scope
contrib.rnn.GRUCell.__init__: num_units input_size> activation
contrib.rnn.InputProjectionWrapper.__init__: ..num_proj input_size
contrib.rnn.LSTMBlockCell.__call__: x>inputs states_prev>state scope
contrib.rnn.LSTMBlockCell.__init__: ..forget_bias use_peephole use_compatible_names> | ..use_peephole reuse name
contrib.rnn.LSTMBlockFusedCell.__init__: ..reuse name
contrib.rnn.LSTMCell.__init__: num_units input_size> use_peepholes cell_clip initializer num_proj proj_clip
    num_unit_shards num_proj_shards forget_bias state_is_tuple activation
contrib.rnn.NASCell.__init__: ..num_proj use_biases>use_bias reuse
contrib.rnn.RNNCell.__init__: ..dtype activity_regularizer
contrib.rnn.stack_bidirectional_dynamic_rnn: ..sequence_length scope
contrib.seq2seq.BahdanauAttention.__call__: query previous_alignments>state
contrib.seq2seq.BahdanauAttention.__init__: ..score_mask_value name | ..dtype name
contrib.seq2seq.BahdanauMonotonicAttention.__call__: query previous_alignments>state
contrib.seq2seq.BahdanauMonotonicAttention.__init__: ..mode name
contrib.seq2seq.BeamSearchDecoder.__init__: ..length_penalty_weight reorder_tensor_arrays
contrib.seq2seq.LuongAttention.__call__: query previous_alignments>state
contrib.seq2seq.LuongAttention.__init__: ..score_mask_value name | ..dtype name
contrib.seq2seq.LuongMonotonicAttention.__call__: query previous_alignments>state
contrib.seq2seq.LuongMonotonicAttention.__init__: ..mode name
contrib.seq2seq.sequence_loss: ..average_across_batch softmax_loss_function name
contrib.stateless.stateless_random_normal: ..seed dtype name
contrib.stateless.stateless_random_uniform: ..seed dtype name
contrib.stateless.stateless_truncated_normal: ..seed dtype name
contrib.training.SummaryAtEndHook.__init__: log_dir summary_op feed_dict
contrib.training.batch_sequences_with_states: ..pad name
contrib.training.bucket: ..capacity shapes dynamic_pad allow_smaller_final_batch keep_input shared_name name
contrib.training.bucket_by_sequence_length: ..capacity shapes dynamic_pad allow_smaller_final_batch keep_input
    shared_name name
contrib.training.weighted_resample: ..mean_decay warmup> seed
convert_to_tensor: ..name as_ref preferred_dtype
decode_csv: ..field_delim name
extract_image_patches: images padding ksizes strides rates name
fake_quant_with_min_max_args: ..max name
fake_quant_with_min_max_args_gradient: ..max name
fake_quant_with_min_max_vars: ..max name
fake_quant_with_min_max_vars_gradient: ..max name
fake_quant_with_min_max_vars_per_channel: ..max name
fake_quant_with_min_max_vars_per_channel_gradient: ..max name
flags.DEFINE_bool: flag_name>name default_value>default docstring>help
flags.DEFINE_boolean: flag_name>name default_value>default docstring>help
flags.DEFINE_float: flag_name>name default_value>default docstring>help
flags.DEFINE_integer: flag_name>name default_value>default docstring>help
flags.DEFINE_string: flag_name>name default_value>default docstring>help
get_variable: ..validate_shape custom_getter
image.decode_image: ..channels name
image.decode_jpeg: ..acceptable_fraction name
image.non_max_suppression: ..iou_threshold name
image.resize_images: images new_height>size[0] new_width>size[1] method align_corners
layers.BatchNormalization.__init__: ..trainable name
layers.Layer.__init__: ..dtype activity_regularizer
layers.batch_normalization: ..gamma_regularizer training trainable name reuse
layers.conv1d: ..activity_regularizer trainable name reuse
layers.conv2d: ..activity_regularizer trainable name reuse
layers.conv2d_transpose: ..activity_regularizer trainable name reuse
layers.conv3d: ..activity_regularizer trainable name reuse
layers.dense: ..activity_regularizer trainable name reuse
layers.separable_conv2d: ..activity_regularizer trainable name reuse
listdiff: ..y name
matmul: ..transpose_b a_is_sparse b_is_sparse name
nn.avg_pool3d: ..padding name
nn.conv2d: ..data_format name
nn.conv2d_backprop_filter: ..data_format name
nn.conv2d_backprop_input: ..data_format name
nn.conv2d_transpose: ..padding name
nn.conv3d: ..padding name | ..data_format name
nn.conv3d_backprop_filter_v2: ..padding name | ..data_format name
nn.conv3d_transpose: ..padding name
nn.ctc_loss: inputs labels sequence_length preprocess_collapse_repeated ctc_merge_repeated time_major |
    ..ctc_merge_repeated time_major
nn.depthwise_conv2d: ..padding name
nn.depthwise_conv2d_native: ..padding name | ..data_format name
nn.depthwise_conv2d_native_backprop_filter: ..padding name | ..data_format name
nn.depthwise_conv2d_native_backprop_input: ..padding name | ..data_format name
nn.log_poisson_loss: log_input targets compute_full_loss name
nn.log_softmax: logits name
nn.max_pool3d: ..padding name
nn.max_pool_with_argmax: ..padding Targmax name
nn.nce_loss: ..biases inputs labels num_sampled num_classes num_true sampled_values remove_accidental_hits
    partition_strategy name
nn.quantized_conv2d: ..out_type name
nn.sampled_softmax_loss: ..biases inputs labels num_sampled num_classes num_true sampled_values remove_accidental_hits
    partition_strategy name
nn.separable_conv2d: ..padding name
nn.sigmoid_cross_entropy_with_logits: logits targets>labels name
nn.softmax: logits name
nn.softmax_cross_entropy_with_logits: logits labels dim name | logits labels name
nn.sparse_softmax_cross_entropy_with_logits: logits labels name
nn.weighted_cross_entropy_with_logits: logits targets pos_weight name | targets logits pos_weight name
orthogonal_initializer.__init__: gain dtype seed
pack: values name
py_func: ..Tout name
range: ..delta name
reverse: tensor dims>axis name
scan: ..infer_shape name
self_adjoint_eig: input>tensor name
shape_n: input name
sparse_split: split_dim num_split sp_input name
split: split_dim>axis num_split>num_or_size_splits value name
test.Benchmark.run_op_benchmark: ..store_trace name extras mbs
test.compute_gradient: ..x_shape v>y v_shape>y_shape x_init_value delta init_targets
train.CheckpointSaverHook.__init__: ..listeners steps_per_run>
train.ExponentialMovingAverage.__init__: ..num_updates name
train.MonitoredTrainingSession: ..save_summaries_steps config
train.QueueRunner.__init__: ..cancel_op queue_runner_def
train.RMSPropOptimizer.__init__: ..use_locking name
train.Scaffold.__init__: ..ready_op local_init_op summary_op saver
train.Server.__init__: ..protocol start
train.Server.create_local_server: start
train.SessionManager.__init__: ..ready_op graph recovery_wait_secs
train.SessionManager.prepare_session: ..checkpoint_dir wait_for_checkpoint max_wait_secs config init_feed_dict init_fn
train.SessionManager.recover_session: ..checkpoint_dir wait_for_checkpoint max_wait_secs config
train.Supervisor.__init__: ..ready_op is_chief init_op init_feed_dict local_init_op logdir summary_op saver
    global_step save_summaries_secs save_model_secs recovery_wait_secs stop_grace_secs checkpoint_basename
    session_manager summary_writer init_fn
train.SyncReplicasOptimizer.__init__: ..replicas_to_aggregate variable_averages variables_to_average replica_id>
    total_num_replicas use_locking name
train.batch: ..dynamic_pad shared_name name
train.batch_join: ..dynamic_pad shared_name name
train.import_meta_graph: filename>meta_graph_or_file
train.shuffle_batch: ..shapes shared_name name
train.shuffle_batch_join: tensor_list>tensors_list batch_size capacity min_after_dequeue seed enqueue_many shapes
    shared_name name
train.write_graph: graph_def>graph_or_graph_def logdir name as_text
uniform_unit_scaling_initializer.__init__: ..dtype full_shape>
unique: x name
unique_with_counts: x name
unpack: ..num name
variable_op_scope: ..partitioner reuse
variable_scope.__init__: name_or_scope reuse initializer regularizer caching_device partitioner
where: input>condition name
while_loop: ..loop_vars parallel_iterations back_prop swap_memory name
"""


def _read(table: str) -> dict[str, str]:
    lines = table.replace("\n    ", " ").strip().splitlines()
    return dict(line.split(": ") for line in lines)


# Public name → the older forms of its parameters.
SIGNATURES: dict[str, str] = _read(_TABLE)
