(** Keys: a live one resolves, a retired one does not until its id is given out again (ABA immunity; 2.4, 5.1; R8). *)
From Lists Require Export Refinement.

(** * Ids: insertion n gets the id [reduced n], and two get the same id exactly whole periods apart (R8) *)

Lemma period_positive o period : lawful o = true -> has_period o period -> 0 < period.
Proof.
  intros L. unfold has_period, count_of. destruct (id_bits o) as [b|] eqn:B; [|discriminate]. cbn. intros [= <-].
  apply (lawful_spec _ L) in B. apply Z.pow_pos_nonneg; lia.
Qed.

Lemma following_reduced o n : following o (reduced o n) = reduced o (n + 1).
Proof. unfold following, reduced. destruct (count_of (id_bits o)); auto using Zplus_mod_idemp_l. Qed.

Theorem same_id_exactly_whole_periods_apart o n m : lawful o = true -> n < m ->
  (reduced o n = reduced o m <-> periods_before o n m).
Proof.
  intros L N. pose proof (period_positive (o := o)) as P. unfold reduced, periods_before, has_period in *.
  destruct (count_of (id_bits o)) as [p|].
  - specialize (P p L eq_refl). split.
    + intros H. exists p, (m / p - n / p). pose proof (Z.div_mod n p). pose proof (Z.div_mod m p). repeat split; nia.
    + intros (q & t & [= <-] & T & ->). now rewrite Z.mod_add by lia.
  - split; [lia|]. intros (q & t & H & _). discriminate.
Qed.

Section Keys.
Context {E : Type} {d : design E} {g : geometry} {D : sound_design d g}.
Implicit Types (s : state E) (k : key) (ks : list key).

(** The ids are those of the insertions, and each live element is that of the latest insertion at its index. *)
Record stamped s ks : Prop := {
  next_stamp : next_id s = reduced (options s) (Z.of_nat (length ks));
  stamps : forall n k, given ks n k -> snd k = reduced (options s) (Z.of_nat n);
  born : forall k, found s k <> None -> exists n, latest ks n k;
}.

Lemma given_app ks ks' n k : given (ks ++ ks') n k ->
  given ks n k \/ (length ks <= n)%nat /\ given ks' (n - length ks) k.
Proof.
  unfold given. destruct (Nat.lt_ge_cases n (length ks)).
  - rewrite nth_error_app1 by auto. auto.
  - rewrite nth_error_app2 by auto. auto.
Qed.

Lemma given_before ks ks' n k : given ks n k -> given (ks ++ ks') n k.
Proof. unfold given. intros H. rewrite nth_error_app1; auto. apply nth_error_Some. congruence. Qed.

Lemma given_length ks n k : given ks n k -> (n < length ks)%nat.
Proof. intros H. apply nth_error_Some. unfold given in H. congruence. Qed.

Lemma given_single k n j : given [k] n j -> n = 0%nat /\ j = k.
Proof. destruct n as [|[|]]; cbn; intros [= ->]; auto. Qed.

(** What is found after a move was found before it, or the move is the insertion that gave the key. *)
Lemma move_found o s ks s' k : sane g s -> move d o s ks s' -> found s' k <> None -> ks = [k] \/ found s k <> None.
Proof.
  intros S M F. destruct M as [ | o s i e e' id G | o s f | o s e R | o s i e id G | | | | ]; auto.
  - apply (found_spec s (i, id)) in G. rewrite (replaced_found (i, id) e' k S G) in F. unfold with_entry in F.
    destruct (same_spec k (i, id)) as [-> |]; auto. right. congruence.
  - rewrite changed_found in F. right. now destruct (found s k).
  - pose proof (insert_found e S) as I. destruct (insert d s e) as [s' j]. destruct I as [I _]. rewrite I in F.
    unfold with_entry in F. destruct (same_spec k j) as [-> |]; auto.
  - apply (found_spec s (i, id)) in G. rewrite (vacate_found (i, id) k S G) in F. unfold with_entry in F.
    destruct (same k (i, id)); auto.
  - now rewrite clear_found in F.
  - rewrite (keeps_found k (shorter_keeps (shrunk_sane D S))) in F. auto.
Qed.

(** Only an insertion changes the next id. *)
Lemma move_next o s ks s' : sane g s -> move d o s ks s' -> options s' = options s /\
  (ks = [] /\ next_id s' = next_id s \/
   (exists i, ks = [(i, next_id s)] /\ forall id, found s (i, id) = None) /\
   next_id s' = following (options s) (next_id s)).
Proof.
  intros S M. destruct M; auto.
  - destruct (insert_sane e S) as (_ & -> & -> & _). split; auto. right. split; auto.
    destruct (insert_cases e S) as (s1 & i & ps & _ & S1 & C & _ & _ & K & ->). exists i. split; auto. intros id.
    destruct (found s (i, id)) as [x|] eqn:F; auto. apply found_spec in F. rewrite <- C in K.
    destruct (taken_some e 0 (tiles S1) K) as (_ & _ & U & _). destruct U. rewrite C. now exists x, id.
  - destruct (vacate_sane i S H) as (_ & -> & -> & _). auto.
  - destruct (shorter_keeps (shrunk_sane D S)) as (-> & -> & _). auto.
Qed.

Lemma move_stamped o s ks ks' s' : sane g s -> stamped s ks -> move d o s ks' s' -> stamped s' (ks ++ ks').
Proof.
  intros S [T1 T2 T3] M. destruct (move_next S M) as [O N].
  pose proof (fun k => move_found k S M) as F. constructor; rewrite ?O.
  - destruct N as [[-> ->] | [(i & -> & _) ->]]; [now rewrite app_nil_r|].
    rewrite app_length, T1, following_reduced. cbn [length]. f_equal. lia.
  - intros n k [G | [B G]]%given_app; auto.
    destruct N as [[-> _] | [(i & -> & _) _]]; [destruct (n - length ks)%nat; discriminate|].
    apply given_single in G as [G ->]. cbn. rewrite T1. f_equal. lia.
  - intros k [-> | G]%F.
    + exists (length ks). split; [unfold given; now rewrite nth_error_app2, Nat.sub_diag|].
      intros m j B H%given_length. rewrite app_length in H. cbn in H. lia.
    + destruct (T3 k G) as (n & A & B). exists n. split; [now apply given_before|].
      intros m j Q [H | [_ H]]%given_app; [eauto|].
      destruct N as [[-> _] | [(i & -> & U) _]]; [destruct (m - length ks)%nat; discriminate|].
      apply given_single in H as [_ ->]. cbn. intros ->. destruct k. now rewrite U in G.
Qed.

Lemma initial_stamped o : lawful o = true -> stamped (initial d o) [].
Proof.
  intros L. constructor; cbn.
  - unfold reduced. destruct (count_of (id_bits o)); auto.
  - intros [|n] k; discriminate.
  - intros k F. unfold found in F. cbn in F. now rewrite get_none in F.
Qed.

Lemma with_entries_some (m : mapping) l k : m k <> None -> with_entries (E := E) m l k <> None.
Proof.
  revert m. induction l as [|x l IH]; intros m H; cbn; auto. apply IH. unfold with_entry.
  now destruct (same k (fst x)).
Qed.

Lemma with_entries_issued (m : mapping) k : forall ks (es : list E), length ks = length es -> In k ks ->
  with_entries m (combine ks es) k <> None.
Proof.
  intros ks. revert m. induction ks as [|j ks IH]; intros m [|e es] L I; try easy. cbn in L.
  change (with_entries (with_entry m j (Some e)) (combine ks es) k <> None).
  destruct I as [-> | I]; [|apply IH; auto]. apply with_entries_some. unfold with_entry. cbn. now rewrite same_refl.
Qed.

(** A key that found nothing before a program finds, after it, what the program has inserted. *)
Lemma run_stamped s ks os : sane g s -> stamped s ks -> let (s', answers) := run d s os in
  stamped s' (ks ++ issued answers) /\ options s' = options s /\ forall k, found s k = None -> found s' k <> None ->
  exists m, given (ks ++ issued answers) m k /\ (length ks <= m)%nat.
Proof.
  intros S T.
  destruct (run_ind (fun s' ks' => stamped s' ks' /\ options s' = options s /\ (length ks <= length ks')%nat /\ forall
    k, found s k = None -> found s' k <> None -> exists m, given ks' m k /\ (length ks <= m)%nat) os) with (s := s)
    (before := ks) as (_ & T' & O & _ & W); auto; [|repeat split; auto; try apply T; easy|].
  - intros o s1 before ks' s' _ S1 (T1 & O1 & B1 & W) M. split; [eapply move_stamped; eauto|].
    split; [destruct (move_next S1 M); congruence|]. split; [rewrite app_length; lia|].
    intros k U [-> | X]%(move_found k S1 M).
    + exists (length before). split; [unfold given; now rewrite nth_error_app2, Nat.sub_diag | auto].
    + destruct (W k U X) as (m & A & B). eauto using given_before.
  - destruct (run d s os). auto.
Qed.

End Keys.
