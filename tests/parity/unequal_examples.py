"""The public names whose examples make other operations here than under TensorFlow 1.15.5, grouped by cause.

What users fetch and freeze by name is the same but for these. The list only shrinks: `test_example_graphs.py` fails where an
example has come to make what 1.15 makes. A cause was written down after looking at several differences of its group, which
`python -m tests.parity.unequal_examples tf.name ...` shows; single names may have a second one. The last group is what is left.
"""

from __future__ import annotations

import sys

CAUSES: dict[str, str] = {
    (
        "cuDNN's operations have no kernel on a CPU: their parameters are cut and joined, and their cells "
        "run, by plain operations here"
    ): """
        tf.contrib.cudnn_rnn.CudnnGRU tf.contrib.cudnn_rnn.CudnnGRUSaveable tf.contrib.cudnn_rnn.CudnnLSTM
        tf.contrib.cudnn_rnn.CudnnLSTMSaveable tf.contrib.cudnn_rnn.CudnnParamsFormatConverterGRU
        tf.contrib.cudnn_rnn.CudnnParamsFormatConverterLSTM tf.contrib.cudnn_rnn.CudnnParamsFormatConverterRelu
        tf.contrib.cudnn_rnn.CudnnParamsFormatConverterTanh tf.contrib.cudnn_rnn.CudnnRNNRelu
        tf.contrib.cudnn_rnn.CudnnRNNReluSaveable tf.contrib.cudnn_rnn.CudnnRNNTanh
        tf.contrib.cudnn_rnn.CudnnRNNTanhSaveable tf.keras.layers.CuDNNGRU tf.keras.layers.CuDNNLSTM
    """,
    "1.15 joins two switches in the graph by LogicalAnd before it records a summary; here Python decides": """
        tf.contrib.summary.all_summary_ops tf.contrib.summary.always_record_summaries tf.contrib.summary.audio
        tf.contrib.summary.create_file_writer tf.contrib.summary.generic tf.contrib.summary.histogram
        tf.contrib.summary.image tf.contrib.summary.never_record_summaries
        tf.contrib.summary.record_summaries_every_n_global_steps tf.contrib.summary.scalar
        tf.contrib.summary.should_record_summaries tf.summary.all_v2_summary_ops
        tf.compat.v2.summary.create_file_writer tf.compat.v2.summary.flush tf.compat.v2.summary.scalar
        tf.compat.v2.summary.text
    """,
    (
        "checkpoints of objects, and Savers that a helper makes: saving and restoring are added to the graph "
        "at other moments, and in the current format"
    ): """
        tf.contrib.checkpoint.PythonStateWrapper tf.contrib.checkpoint.NumpyState
        tf.contrib.checkpoint.split_dependency tf.contrib.checkpoint.dot_graph_from_checkpoint
        tf.contrib.saved_model.save_keras_model tf.saved_model.load_v2
        tf.contrib.checkpoint.object_metadata tf.contrib.framework.assign_from_checkpoint_fn
        tf.contrib.learn.evaluate tf.train.Checkpoint tf.train.CheckpointManager
    """,
    (
        "the gradient of div_no_nan, by which Keras divides a loss: 1.15 sums over the axes that were broadcast, which it finds "
        "by BroadcastGradientArgs; here they are known to be none"
    ): """
        tf.compat.v2.keras.callbacks.TensorBoard
        tf.keras.callbacks.CSVLogger tf.keras.callbacks.Callback tf.keras.callbacks.EarlyStopping
        tf.keras.callbacks.History tf.keras.callbacks.LambdaCallback tf.keras.callbacks.LearningRateScheduler
        tf.keras.callbacks.ModelCheckpoint tf.keras.callbacks.ReduceLROnPlateau tf.keras.callbacks.TensorBoard
        tf.keras.callbacks.TerminateOnNaN tf.keras.wrappers.scikit_learn.KerasClassifier
        tf.keras.wrappers.scikit_learn.KerasRegressor
    """,
    "tf.cast of a resource variable to its own type reads it here, in 1.15 the operation that uses it does": """
        tf.keras.mixed_precision.experimental.LossScaleOptimizer tf.keras.optimizers.Adadelta
        tf.keras.optimizers.Adagrad tf.keras.optimizers.Adam tf.keras.optimizers.Adamax tf.keras.optimizers.Ftrl
        tf.keras.optimizers.Nadam tf.keras.optimizers.Optimizer tf.keras.optimizers.RMSprop tf.keras.optimizers.SGD
    """,
    "a resource variable is read by another of the operations that a function makes": """
        tf.keras.backend.conv1d tf.keras.backend.resize_images
    """,
    "a tape's gradients are made in a scope, as those of tf.gradients; in 1.15 without one": """
        tf.GradientTape
    """,
    "the names of hints end with a UUID, another one each time, there too": """
        tf.lite.OpHint tf.lite.experimental.convert_op_hints_to_stubs tf.lite.experimental.nn.TFLiteLSTMCell
        tf.lite.experimental.nn.TfLiteRNNCell
    """,
    "the mean of weighted values is taken as it is; 1.15 takes those of positive and negative values by logarithms": """
        tf.contrib.bayesflow.monte_carlo.expectation_importance_sampler
        tf.contrib.bayesflow.monte_carlo.expectation_importance_sampler_logspace
    """,
    "a metric of the user's is updated by plain operations; in 1.15 inside of a function": """
        tf.keras.metrics.Metric
    """,
    "a dilated convolution is one operation here; 1.15 puts SpaceToBatchND and BatchToSpaceND around a plain one": """
        tf.nn.atrous_conv2d tf.nn.atrous_conv2d_transpose tf.nn.convolution
    """,
    (
        "1.15 has one operation, or a function with a generated name, for what is made of several here (a "
        "custom gradient, a Case, a cluster), or the other way round"
    ): """
        tf.contrib.data.Optional tf.contrib.framework.zero_initializer tf.contrib.layers.scale_gradient
        tf.contrib.nn.scaled_softplus tf.contrib.staging.StagingArea tf.py_function tf.switch_case tf.tuple
        tf.vectorized_map tf.xla.experimental.compile
    """,
    "the linear part of these cells: its product is made before the bias, often in a scope of its own": """
        tf.contrib.legacy_seq2seq.attention_decoder tf.contrib.legacy_seq2seq.embedding_attention_decoder
        tf.contrib.legacy_seq2seq.embedding_attention_seq2seq tf.contrib.legacy_seq2seq.embedding_rnn_seq2seq
        tf.contrib.legacy_seq2seq.embedding_tied_rnn_seq2seq tf.contrib.legacy_seq2seq.one2many_rnn_seq2seq
        tf.contrib.rnn.GLSTMCell tf.contrib.rnn.IndyGRUCell tf.contrib.rnn.IndyLSTMCell
        tf.contrib.rnn.InputProjectionWrapper tf.contrib.rnn.IntersectionRNNCell
        tf.contrib.rnn.OutputProjectionWrapper tf.contrib.rnn.PhasedLSTMCell tf.contrib.rnn.UGRNNCell
    """,
    "the shape of the rows that were looked up stays an operation here where 1.15 knows it as a constant": """
        tf.compat.v2.nn.safe_embedding_lookup_sparse
        tf.contrib.framework.safe_embedding_lookup_sparse
        tf.contrib.layers.joint_weighted_sum_from_feature_columns tf.contrib.layers.safe_embedding_lookup_sparse
        tf.contrib.layers.weighted_sum_from_feature_columns tf.nn.safe_embedding_lookup_sparse
    """,
    (
        "Estimator heads check numbers of classes, labels and weights in Python where they are known; 1.15 "
        "adds assertions to the graph"
    ): """
        tf.contrib.estimator.multi_class_head tf.contrib.estimator.multi_head
        tf.estimator.DNNLinearCombinedEstimator tf.estimator.MultiClassHead tf.estimator.RegressionHead
    """,
    "linear operators ask for shapes, conjugates and sizes when they are used, not when they are made": """
        tf.linalg.LinearOperatorBlockDiag tf.linalg.LinearOperatorCirculant tf.linalg.LinearOperatorCirculant2D
        tf.linalg.LinearOperatorCirculant3D tf.linalg.LinearOperatorScaledIdentity
        tf.linalg.LinearOperatorToeplitz tf.linalg.LinearOperatorZeros
    """,
    (
        "contrib's streaming metrics: thresholds and labels are compared by broadcasting, where 1.15 tiles "
        "and transposes; constants are made in another order"
    ): """
        tf.contrib.metrics.auc_using_histogram tf.contrib.metrics.precision_at_recall
        tf.contrib.metrics.recall_at_precision tf.contrib.metrics.streaming_covariance
        tf.contrib.metrics.streaming_curve_points tf.contrib.metrics.streaming_false_negative_rate
        tf.contrib.metrics.streaming_false_negative_rate_at_thresholds
        tf.contrib.metrics.streaming_false_negatives_at_thresholds
        tf.contrib.metrics.streaming_false_positive_rate
        tf.contrib.metrics.streaming_false_positive_rate_at_thresholds
        tf.contrib.metrics.streaming_false_positives_at_thresholds
        tf.contrib.metrics.streaming_pearson_correlation
        tf.contrib.metrics.streaming_sparse_average_precision_at_top_k
        tf.contrib.metrics.streaming_true_negatives_at_thresholds
        tf.contrib.metrics.streaming_true_positives_at_thresholds
    """,
    "bijectors: no Identity of the input, no ranks that are known, and constants of `init` scopes that Python keeps": """
        tf.contrib.distributions.bijectors.AbsoluteValue tf.contrib.distributions.bijectors.Affine
        tf.contrib.distributions.bijectors.AffineLinearOperator tf.contrib.distributions.bijectors.AffineScalar
        tf.contrib.distributions.bijectors.Chain tf.contrib.distributions.bijectors.FillTriangular
        tf.contrib.distributions.bijectors.Gumbel tf.contrib.distributions.bijectors.Reshape
        tf.contrib.distributions.bijectors.ScaleTriL tf.contrib.distributions.bijectors.SoftmaxCentered
        tf.contrib.distributions.bijectors.masked_autoregressive_default_template
    """,
    (
        "distributions: shapes of batches and events that are known are Python's here; 1.15 computes them in "
        "the graph, and mostly drops the result"
    ): """
        tf.contrib.distributions.Autoregressive tf.contrib.distributions.BatchReshape
        tf.contrib.distributions.Binomial tf.contrib.distributions.Deterministic
        tf.contrib.distributions.ExpRelaxedOneHotCategorical tf.contrib.distributions.Geometric
        tf.contrib.distributions.Independent tf.contrib.distributions.InverseGamma
        tf.contrib.distributions.Kumaraswamy tf.contrib.distributions.Mixture
        tf.contrib.distributions.MixtureSameFamily tf.contrib.distributions.MultivariateNormalDiag
        tf.contrib.distributions.MultivariateNormalDiagPlusLowRank
        tf.contrib.distributions.MultivariateNormalDiagWithSoftplusScale
        tf.contrib.distributions.MultivariateNormalFullCovariance
        tf.contrib.distributions.MultivariateNormalTriL tf.contrib.distributions.OneHotCategorical
        tf.contrib.distributions.QuantizedDistribution tf.contrib.distributions.RelaxedBernoulli
        tf.contrib.distributions.RelaxedOneHotCategorical tf.contrib.distributions.SinhArcsinh
        tf.contrib.distributions.StudentTWithAbsDfSoftplusScale tf.contrib.distributions.TransformedDistribution
        tf.contrib.distributions.VectorExponentialDiag tf.contrib.distributions.VectorLaplaceDiag
        tf.contrib.distributions.VectorSinhArcsinhDiag tf.contrib.distributions.WishartCholesky
        tf.contrib.distributions.WishartFull tf.contrib.distributions.assign_log_moving_mean_exp
        tf.contrib.distributions.auto_correlation tf.contrib.distributions.fill_triangular
        tf.contrib.distributions.fill_triangular_inverse tf.contrib.distributions.moving_mean_variance
        tf.contrib.distributions.normal_conjugates_known_scale_posterior
        tf.contrib.distributions.normal_conjugates_known_scale_predictive tf.contrib.distributions.percentile
        tf.distributions.Normal
    """,
    "losses: arguments are converted under other names, and weights and masks are made in another order": """
        tf.contrib.kernel_methods.sparse_multiclass_hinge_loss tf.contrib.losses.get_losses
        tf.contrib.losses.metric_learning.contrastive_loss tf.contrib.losses.metric_learning.lifted_struct_loss
        tf.contrib.losses.metric_learning.npairs_loss tf.contrib.losses.metric_learning.npairs_loss_multilabel
        tf.contrib.losses.metric_learning.triplet_semihard_loss tf.contrib.losses.sparse_softmax_cross_entropy
        tf.contrib.nn.rank_sampled_softmax_loss tf.nn.collapse_repeated tf.nn.ctc_loss_v2
    """,
    "images and texts: sizes that are known are constants here, and intermediate arrays are put together in another way": """
        tf.contrib.image.compose_transforms tf.contrib.image.interpolate_spline tf.contrib.image.rotate
        tf.contrib.image.translate tf.contrib.image.translations_to_projective_transforms tf.image.ssim
        tf.ragged.boolean_mask tf.strings.unicode_split tf.strings.unicode_split_with_offsets
    """,
    "gradients of operations whose inputs have the same known shape leave out what undoes broadcasting": """
        tf.tpu.CrossShardOptimizer
        tf.contrib.estimator.replicate_model_fn tf.test.compute_gradient
    """,
    "sequences in queues: 1.15 makes keys and assertions in the graph where Python does it here": """
        tf.contrib.training.NextQueuedSequenceBatch tf.contrib.training.SequenceQueueingStateSaver
        tf.contrib.training.batch_sequences_with_states
    """,
    "the same operations in another order, or under other names": """
        tf.contrib.layers.dropout tf.contrib.nn.alpha_dropout tf.contrib.seq2seq.AttentionWrapper
        tf.contrib.seq2seq.LuongAttention
    """,
    (
        "a few operations more or less: constants that 1.15 makes and does not use, sums of axes as a range, "
        "values that are read once more"
    ): """
        tf.compat.v2.keras.layers.BatchNormalization
        tf.contrib.crf.crf_binary_score tf.contrib.factorization.WALSModel
        tf.contrib.framework.convolutional_orthogonal_1d tf.contrib.framework.convolutional_orthogonal_2d
        tf.contrib.framework.convolutional_orthogonal_3d tf.contrib.framework.with_same_shape
        tf.contrib.framework.with_shape tf.contrib.kernel_methods.RandomFourierFeatureMapper
        tf.contrib.layers.GDN tf.contrib.layers.gdn tf.contrib.layers.images_to_sequence
        tf.contrib.learn.graph_actions.run_feeds_iter tf.contrib.learn.infer tf.contrib.learn.run_feeds
        tf.contrib.learn.run_n tf.contrib.model_pruning.Pruning tf.contrib.model_pruning.masked_conv2d
        tf.contrib.opt.AdamWOptimizer tf.contrib.opt.LARSOptimizer tf.contrib.opt.MomentumWOptimizer
        tf.contrib.seq2seq.GreedyEmbeddingHelper
        tf.contrib.seq2seq.SampleEmbeddingHelper tf.feature_column.linear_model tf.train.SyncReplicasOptimizer
    """,
}
UNEQUAL = {name: cause for cause, names in CAUSES.items() for name in names.split()}


if __name__ == "__main__":
    from tests.parity.test_example_graphs import PUBLIC, compared, examples

    for module in PUBLIC:
        for name, parts in examples(module):
            if name in sys.argv[1:]:
                print(compared(name, parts))
